//! A puzzle without a game: the largest number of queens of which none attacks another.

use certamen::prelude::*;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Queens {
    side: u32,
    #[serde(default)]
    at_least: u32,
}

impl Queens {
    fn layout(&self) -> Layout {
        Layout::new(self.side as usize, self.side as usize).unwrap_or(Layout::BIT)
    }

    fn attacks(&self, one: usize, other: usize) -> bool {
        let side = self.side as usize;
        let (files, ranks) = ((one % side).abs_diff(other % side), (one / side).abs_diff(other / side));
        one != other && (files == 0 || ranks == 0 || files == ranks)
    }
}

impl Query for Queens {
    type Witness = TextWitness;
    const NAME: &'static str = "queens.peaceful";

    fn state<S: Statement>(&self, statement: &mut S) {
        let layout = self.layout();
        let queens = statement.unknown("queens", layout);
        for square in 0..layout.squares() {
            let attacked = (0..layout.squares()).filter(|&other| self.attacks(square, other));
            let attacked = attacked.fold(Mask::EMPTY, Mask::with);
            statement.require(!(queens.bit(square) & (queens & queens.constant(&attacked)).any()));
        }
        statement.require_at_least(layout, queens, self.at_least);
    }

    fn read(&self, words: ReadWord<'_>) -> Result<TextWitness, WitnessError> {
        Ok(TextWitness::new(self.line_form().text(&words("queens")?)))
    }

    fn verify(&self, witness: &TextWitness) -> Result<(), WitnessError> {
        let queens: Vec<usize> = witness.position.match_indices('Q').map(|(square, _)| square).collect();
        if witness.position.len() != self.layout().squares() {
            return Err(WitnessError::Position("another board".to_owned()));
        }
        if queens.iter().any(|&one| queens.iter().any(|&other| self.attacks(one, other))) {
            return Err(WitnessError::Refused("two queens attack each other".to_owned()));
        }
        require_at_least("queens", queens.len() as u32, self.at_least)
    }

    fn validate(&self) -> Result<(), QuestionError> {
        match self.side {
            1..=12 => Ok(()),
            side => Err(QuestionError::value("side", side, "from 1 to 12")),
        }
    }

    fn abilities() -> Abilities<Self> {
        Abilities::none().optimised().listed()
    }
}

impl NamedQuery for Queens {
    const ABOUT: &'static str = "The largest number of queens of which none attacks another";
    const FLAGS: &'static [Flag] = &[
        Flag::number("side", "N", "The number of squares along an edge").required(),
        Flag::number("at-least", "K", "At least this many queens"),
    ];
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("prove queens.peaceful --side 8 --out cert", "eight, and nine refuted")];
}

impl Bounded for Queens {
    fn bounds(&mut self) -> Vec<(Objective, &mut u32)> {
        vec![(Objective::new("queens", "queens"), &mut self.at_least)]
    }

    fn counted(&self) -> Vec<&'static str> {
        vec!["queens"]
    }

    fn measure(&self, _: Objective, witness: &TextWitness) -> u32 {
        witness.position.matches('Q').count() as u32
    }
}

impl Listed for Queens {
    fn line_form(&self) -> LineForm {
        let squares = (0..self.layout().squares()).collect();
        LineForm { words: vec!["queens"], letters: vec![('.', 0), ('Q', 1)], squares, rows: None, flag: None }
    }

    fn witness_of_entry(&self, entry: &ListEntry) -> Result<TextWitness, WitnessError> {
        Ok(TextWitness::new(entry.alone()?))
    }

    fn images(&self, line: &str) -> Vec<String> {
        self.line_form().images(line, self.side as usize, self.side as usize)
    }

    /// The formula has no symmetry breaking.
    fn representative(&self) -> Representative {
        Representative::First
    }
}

command_line!(Queens);
