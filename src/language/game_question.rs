//! The question whether a game leads to one position: every word of the board is given.
//!
//! Idea: with the end of the game given, its last plies have few orders, so that a relaxation to the last plies refutes
//! most positions that no game reaches, with a proof. Only of games in which each step adds a piece: there the position
//! says how long the games are.

use crate::question::LanguageQuestion;
use crate::question::domain::{Domain, GameFacts};
use crate::subject::Subject;
use crate::vocabulary::Noun;
use certamen_ask::error::QuestionError;
use certamen_ask::query::Query as _;
use certamen_ask::question::Question;
use certamen_prove::strategy::Worth;
use encodings::board::Square;
use encodings::rules::{Phase, Position, Rules, Stuck};
use encodings::word::Word as _;
use std::sync::Arc;

/// A question that is asked about one position.
#[derive(Clone, Debug)]
pub struct GameQuestion {
    /// The question.
    pub question: Question,
    /// What its answers say about games to the position.
    pub worth: Worth,
}

impl<R: Rules> Subject<R> {
    /// The question whether a game leads to the position of this line. In questions about games passes are made at once. So
    /// if a pass is due in the position, the question is about the position after it: a game that leads there need not
    /// come through the position before.
    ///
    /// `None` if nothing says how long such games are, or if the language has no name for a word of the board.
    ///
    /// # Errors
    /// [`QuestionError`] if the line is not a position.
    ///
    /// # Examples
    /// ```
    /// use certamen_language::Subject;
    /// use encodings::othello::rules::Othello;
    /// use std::sync::Arc;
    ///
    /// let subject = Arc::new(Subject::new(Othello::<4>));
    /// let asked = subject.games_to("..../.XO./.OX./....")?.ok_or("Othello adds discs")?;
    /// let expected = "othello 'own = {b2 c3} and opp = {c2 b3}' --reachable --discs 4";
    /// assert_eq!(asked.question.to_string(), expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn games_to(self: &Arc<Self>, line: &str) -> Result<Option<GameQuestion>, QuestionError> {
        let position = self.parse(line).map_err(QuestionError::refused)?;
        let Some((position, worth)) = self.end_of_games(position) else { return Ok(None) };
        let GameFacts { start, squares, adds_a_piece, no_games } = self.counts();
        let pieces = self.pieces(position.board());
        if !adds_a_piece || no_games.is_some() || !(start..=squares).contains(&pieces) {
            return Ok(None);
        }
        let Some(text) = self.condition_of(position) else { return Ok(None) };
        let asked = LanguageQuestion::new(self.clone(), &text).map_err(QuestionError::refused)?;
        let asked = asked.about(Some(Domain::Game { pieces, any_order: false }));
        asked.validate()?;
        Ok(Some(GameQuestion { question: asked.into(), worth }))
    }

    /// The position at which games in the formula end that come to a position. The formula passes if the player to move has
    /// no step and the other player has one; rules may also end a game there, or let both players pass. Then there is no
    /// such formula.
    fn end_of_games(&self, position: Position<R>) -> Option<(Position<R>, Worth)> {
        let rules = self.rules();
        match position.phase(rules) {
            Phase::Moves(_) => Some((position, Worth::Exact)),
            Phase::Passes(passed) => {
                let goes_on = matches!(passed.phase(rules), Phase::Moves(_));
                goes_on.then_some((passed, Worth::Refutes))
            }
            Phase::Over(_) => {
                let has_steps = |board| rules.moves(board).words().any(|word| word != R::Native::default());
                let board = position.board();
                let is_passed_on = match rules.when_stuck(board) {
                    Stuck::Passes(passed) => !has_steps(board) && has_steps(passed),
                    Stuck::Loses | Stuck::Wins | Stuck::Draws => false,
                };
                (!is_passed_on).then_some((position, Worth::Exact))
            }
        }
    }

    /// The condition that holds in this position alone.
    fn condition_of(&self, position: Position<R>) -> Option<String> {
        let layout = self.rules().layout();
        let squares = |word: R::Native| {
            let is_in = |square: &Square| word.bit(square.index());
            let names = layout.all().filter(is_in).map(|square| layout.name(square).to_string());
            names.collect::<Vec<String>>().join(" ")
        };
        let parts = self.rules().named(position.board()).enumerate().map(|(index, (name, word))| {
            if self.vocabulary.noun(name) == Some(Noun::Second(index)) {
                return Some(if word.any() { name.to_owned() } else { format!("not {name}") });
            }
            let is_known = self.vocabulary.noun(name) == Some(Noun::Board(index));
            is_known.then(|| format!("{name} = {{{}}}", squares(word)))
        });
        parts.collect::<Option<Vec<String>>>().map(|parts| parts.join(" and "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encodings::board::{Direction, Grid, Layout, Mask};
    use encodings::rules::{Boards, Family, Outcome, Step, StepKind};
    use encodings::word::Word;

    encodings::board! { struct Stones { own, opp } }

    /// A stone is placed beside one of the opponent's; who cannot passes; a stone on a1 ends the game.
    #[derive(Debug)]
    struct Beside;

    type Row = Grid<5, 1>;
    const PLACE: StepKind = StepKind::placed("place");

    impl Boards for Beside {
        type Board<W: Copy> = Stones<W>;
        type Native = u16;

        fn name(&self) -> &'static str {
            "beside"
        }

        fn layout(&self) -> Layout {
            Row::LAYOUT
        }

        fn well_formed<W: Word>(&self, Stones { own, opp }: Stones<W>) -> W::Bit {
            !(own & opp).any()
        }
    }

    impl Rules for Beside {
        fn adds_a_piece(&self) -> bool {
            true
        }

        fn start(&self) -> Stones<Mask> {
            Stones { own: Mask::EMPTY, opp: Mask::EMPTY.with(2) }
        }

        fn moves<W: Word>(&self, Stones { own, opp }: Stones<W>) -> Family<W> {
            let beside = Row::shift(opp, Direction::East) | Row::shift(opp, Direction::West);
            Family::new().with(PLACE, beside & Row::complement(own | opp))
        }

        fn play<W: Word>(&self, Stones { own, opp }: Stones<W>, step: Step<W>) -> Stones<W> {
            Stones { own: opp, opp: own | step.to() }
        }

        fn outcome<W: Word>(&self, Stones { own, opp }: Stones<W>) -> Outcome<W::Bit> {
            Outcome::open(own.bit(0)).or_drawn_if((own | opp).bit(0))
        }

        fn stuck<W: Word>(&self, Stones { own, opp }: Stones<W>) -> Stuck<Stones<W>> {
            Stuck::Passes(Stones { own: opp, opp: own })
        }
    }

    /// A formula of games passes at once. Where the rules end the game instead, no game of the formula comes to the
    /// position, and a refutation would mean nothing.
    #[test]
    fn a_position_that_ends_the_game_where_a_pass_would_be_due_has_no_formula() {
        let subject = Arc::new(Subject::new(Beside));
        let worth = |line: &str| subject.games_to(line).unwrap().map(|asked| asked.worth);
        assert_eq!(worth("..O.."), Some(Worth::Exact), "c1 has a free square beside it");
        assert_eq!(worth("....X"), Some(Worth::Refutes), "a pass is due");
        assert_eq!(worth("XO..."), Some(Worth::Exact), "over, but the player could move");
        assert_eq!(worth("X...."), None, "over, and a pass would be due");
    }
}
