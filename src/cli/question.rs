//! From the arguments of a command to a question.
//!
//! Every query has a name, a game, and what it can be asked for besides `emit`, `solve`, `enumerate`, `count`, `cube` and
//! `decode`, which all of them can ([`Ability`]). Some flags belong to several queries and are here, those of one alone are a struct in a
//! file of its game. A flag that does not belong to the query is refused by name, since one that changes nothing would
//! mislead.

mod go;
mod ostle;
mod othello;
mod push_fight;

use super::Game;
use super::board::{BoardName, Pieces};
use crate::query::push_fight_turns::{Along, Moves};
use crate::query::{
    BoardSize, BoundedQuestion, Objective, OstleVariant, OthelloPlay, PushFightStuck, PushFightTurns, Query,
    Question,
};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use othello::OthelloMobilityFlags;
use std::time::Duration;

/// The queries by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum QueryName {
    /// The number of legal moves in an Othello position.
    #[value(name = "othello.mobility")]
    OthelloMobility,
    /// The number of legal moves in a position of Ostle.
    #[value(name = "ostle.mobility")]
    OstleMobility,
    /// Positions of Ostle that are won within some plies.
    #[value(name = "ostle.win")]
    OstleWin,
    /// The number of strings in a legal position of Go.
    #[value(name = "go.strings")]
    GoStrings,
    /// Positions of Push Fight in which the player to move has no legal turn.
    #[value(name = "push-fight.stuck")]
    PushFightStuck,
    /// The number of turns in a position of Push Fight.
    #[value(name = "push-fight.turns")]
    PushFightTurns,
    /// Positions of Push Fight that are won at once.
    #[value(name = "push-fight.win")]
    PushFightWin,
}

/// What only some queries can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ability {
    /// `prove`: an exact bound.
    Bound,
    /// `profile`: the bound for every size.
    Profile,
    /// `emit --transition-system`: games of any length.
    Transitions,
    /// `emit --format wcnf` or `opb`: a number that is to be as large as it can be.
    Optimum,
}

impl Ability {
    /// The command, as one types it.
    const fn command(self) -> &'static str {
        match self {
            Self::Bound => "prove",
            Self::Profile => "profile",
            Self::Transitions => "emit --transition-system",
            Self::Optimum => "emit --format wcnf or opb",
        }
    }
}

impl QueryName {
    pub(super) const fn game(self) -> Game {
        match self {
            Self::OthelloMobility => Game::Othello,
            Self::OstleMobility | Self::OstleWin => Game::Ostle,
            Self::GoStrings => Game::Go,
            Self::PushFightStuck | Self::PushFightTurns | Self::PushFightWin => Game::PushFight,
        }
    }

    const fn abilities(self) -> &'static [Ability] {
        use Ability::{Bound, Optimum, Profile, Transitions};
        match self {
            Self::OthelloMobility => &[Bound, Profile, Transitions, Optimum],
            Self::OstleMobility | Self::GoStrings => &[Bound, Optimum],
            Self::PushFightTurns => &[Bound],
            Self::OstleWin | Self::PushFightStuck | Self::PushFightWin => &[],
        }
    }

    /// The flags that it takes besides --board.
    const fn flags(self) -> &'static [&'static str] {
        match self {
            Self::OthelloMobility => &[
                "--at-least",
                "--empties",
                "--reachable",
                "--discs",
                "--to-move",
                "--any-order",
                "--last-steps",
            ],
            Self::OstleMobility => &["--at-least", "--pieces", "--lose-at"],
            Self::OstleWin => &["--in", "--position", "--forbidden", "--pieces", "--lose-at"],
            Self::GoStrings => &["--at-least"],
            Self::PushFightStuck => &[],
            Self::PushFightTurns => &["--at-least", "--moves", "--along"],
            Self::PushFightWin => &["--in", "--position"],
        }
    }

    /// The name as it is typed.
    pub(super) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// The names of the queries about a game.
    pub(super) fn of(game: Game) -> Vec<String> {
        Self::value_variants().iter().filter(|query| query.game() == game).map(|query| query.name()).collect()
    }

    /// Refuses a query that cannot be asked for this, with those that can.
    pub(super) fn require(self, ability: Ability) -> anyhow::Result<()> {
        if self.abilities().contains(&ability) {
            return Ok(());
        }
        let able = Self::value_variants().iter().filter(|query| query.abilities().contains(&ability));
        let able: Vec<String> = able.map(|query| query.name()).collect();
        bail!("{} applies to {}, not to {}", ability.command(), able.join(", "), self.name())
    }
}

/// A query and its parameters.
#[derive(Args, Debug)]
pub(super) struct QueryArgs {
    /// What is asked: `game.noun`; `certamen games` lists them.
    #[arg(value_name = "QUERY")]
    query: QueryName,
    #[command(flatten)]
    parameters: Parameters,
}

/// The parameters of a query, whichever it is.
#[derive(Args, Debug)]
pub(super) struct Parameters {
    /// The board: 4x4, 6x6 or 8x8 in Othello (8x8 where none is given); 3x3, 4x4 or 5x5 in Ostle (5x5); 4x3, 4x4 or 8x4
    /// in Push Fight (8x4); two sides of 1 to 19 points in Go.
    #[arg(long, value_name = "BOARD")]
    pub(super) board: Option<String>,
    /// At least this many legal moves, strings or turns (othello.mobility, ostle.mobility, go.strings, push-fight.turns).
    #[arg(long, value_name = "K")]
    at_least: Option<u32>,
    /// A win within so many turns (push-fight.win: 1), or plies, replies among them (ostle.win).
    #[arg(long = "in", value_name = "K")]
    within: Option<u32>,
    /// In this position, not in any (push-fight.win, ostle.win).
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// With --position: the move that rule 8 forbids there (ostle.win).
    #[arg(long, value_name = "MOVE")]
    forbidden: Option<String>,
    /// How pieces move before the push: as is legal; leaping to any free square, which bounds that from above; or not at
    /// all (push-fight.turns).
    #[arg(long, value_enum, value_name = "MOVES")]
    moves: Option<Moves>,
    /// Count only turns whose push goes this way (push-fight.turns).
    #[arg(long, value_enum, value_name = "LINES")]
    along: Option<Along>,
    #[command(flatten)]
    pieces: Pieces,
    #[command(flatten)]
    othello_mobility: OthelloMobilityFlags,
}

impl QueryArgs {
    /// The question that the arguments ask.
    pub(super) fn question(&self, symmetry_breaking: bool) -> anyhow::Result<Question> {
        self.parameters.question(self.query, symmetry_breaking)
    }

    /// The question about all legal turns of a position, if it is that.
    pub(super) fn all_turns(&self) -> anyhow::Result<Option<PushFightTurns>> {
        if self.query != QueryName::PushFightTurns || self.parameters.along.is_some() {
            return Ok(None);
        }
        self.parameters.refuse_flags_of_others(self.query)?;
        let query = self.parameters.turns(true)?;
        if query.is_relaxed() && self.parameters.at_least.is_some() {
            bail!(
                "--at-least: of the board {} both ends of an interval are proved, without a start",
                query.board
            );
        }
        Ok(Some(query).filter(|query| query.moves == Moves::Legal))
    }

    /// The question, which has to be one that can be bounded.
    pub(super) fn bounded(&self, symmetry_breaking: bool) -> anyhow::Result<BoundedQuestion> {
        self.query.require(Ability::Bound)?;
        let question = BoundedQuestion::try_from(self.question(symmetry_breaking)?);
        question.ok().with_context(|| format!("{} has no bound", self.query.name()))
    }

    /// The question, what answers it being what its formula takes.
    pub(super) fn exact(&self) -> anyhow::Result<Question> {
        self.parameters.exact(self.query)
    }

    /// Refuses a query that cannot be asked for this.
    pub(super) fn require(&self, ability: Ability) -> anyhow::Result<()> {
        self.query.require(ability)
    }

    /// The board of Othello, if the question is about every position that a game reaches.
    pub(super) fn all_reachable(&self, objective: Option<Objective>) -> anyhow::Result<Option<BoardSize>> {
        let Parameters { othello_mobility, at_least, .. } = &self.parameters;
        if self.query == QueryName::OthelloMobility
            && othello_mobility.is_all_reachable(*at_least, objective)?
        {
            self.parameters.refuse_flags_of_others(self.query)?;
            return self.parameters.board(self.query).map(Some);
        }
        Ok(None)
    }

    /// The question as a transition system: of games of any length, or with --discs of that many discs.
    pub(super) fn play(&self) -> anyhow::Result<OthelloPlay> {
        self.query.require(Ability::Transitions)?;
        self.parameters.refuse_flags_of_others(self.query)?;
        let Parameters { othello_mobility, at_least, .. } = &self.parameters;
        othello_mobility.play(self.parameters.board(self.query)?, *at_least)
    }
}

impl Parameters {
    /// The question that a query asks with them, of all symmetric positions, where its formula takes nothing but answers.
    pub(super) fn exact(&self, query: QueryName) -> anyhow::Result<Question> {
        let question = self.question(query, false)?;
        if question.is_relaxed() {
            bail!(
                "{question}: what its formula takes need not be an answer, so that there is nothing to list or to count"
            );
        }
        Ok(question)
    }

    /// The question that a query asks with them.
    pub(super) fn question(&self, query: QueryName, symmetry_breaking: bool) -> anyhow::Result<Question> {
        self.refuse_flags_of_others(query)?;
        Ok(match query {
            QueryName::OthelloMobility => {
                let board = self.board(query)?;
                self.othello_mobility.question(board, self.at_least, symmetry_breaking)?.into()
            }
            QueryName::OstleMobility => {
                ostle::mobility(self.ostle_variant()?, self.at_least, symmetry_breaking)?.into()
            }
            QueryName::OstleWin => {
                let state = (self.position.as_deref(), self.forbidden.as_deref());
                ostle::win(self.ostle_variant()?, self.within, state, symmetry_breaking)?.into()
            }
            QueryName::GoStrings => {
                go::strings(self.board.as_deref(), self.at_least, symmetry_breaking)?.into()
            }
            QueryName::PushFightStuck => {
                PushFightStuck { board: self.board(query)?, symmetry_breaking }.into()
            }
            QueryName::PushFightTurns => {
                let turns = self.turns(symmetry_breaking)?;
                push_fight::require_formula(turns)?;
                turns.into()
            }
            QueryName::PushFightWin => {
                let board = self.board(query)?;
                push_fight::win(board, self.within, self.position.as_deref(), symmetry_breaking)?.into()
            }
        })
    }

    fn turns(&self, symmetry_breaking: bool) -> anyhow::Result<PushFightTurns> {
        let query = PushFightTurns {
            board: self.board(QueryName::PushFightTurns)?,
            at_least: self.at_least.unwrap_or(0),
            moves: self.moves.unwrap_or_default(),
            along: self.along,
            symmetry_breaking,
        };
        query.validate().map_err(|reason| anyhow::anyhow!("--at-least: {reason}"))?;
        Ok(query)
    }

    /// The board by its name, or the one on which the game is played.
    fn board<T: ValueEnum + Default>(&self, query: QueryName) -> anyhow::Result<T> {
        let Some(text) = &self.board else { return Ok(T::default()) };
        T::from_str(text, false).map_err(|_| {
            let boards = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
            let boards: Vec<String> = boards.map(|board| board.get_name().to_owned()).collect();
            anyhow::anyhow!("--board {text}: {} is about {}", query.name(), boards.join(", "))
        })
    }

    /// The board and the pieces of Ostle.
    fn ostle_variant(&self) -> anyhow::Result<OstleVariant> {
        let named = |text: &str| text.parse::<BoardName>().with_context(|| format!("--board {text}"));
        let side = BoardName::ostle(self.board.as_deref().map(named).transpose()?)?;
        Ok(self.pieces.variant(side)?.into())
    }

    /// All flags but --board, and which of them are there.
    pub(super) fn given(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let shared = [
            ("--at-least", self.at_least.is_some()),
            ("--in", self.within.is_some()),
            ("--position", self.position.is_some()),
            ("--forbidden", self.forbidden.is_some()),
            ("--moves", self.moves.is_some()),
            ("--along", self.along.is_some()),
        ];
        shared.into_iter().chain(self.pieces.given()).chain(self.othello_mobility.given())
    }

    fn refuse_flags_of_others(&self, query: QueryName) -> anyhow::Result<()> {
        for (flag, _) in self.given().filter(|&(_, is_given)| is_given) {
            if !query.flags().contains(&flag) {
                let owners = QueryName::value_variants().iter().filter(|query| query.flags().contains(&flag));
                let owners: Vec<String> = owners.map(|query| query.name()).collect();
                bail!("{flag} belongs to {}, not to {}", owners.join(", "), query.name());
            }
        }
        Ok(())
    }
}

/// A time limit in seconds, more than 0 and at most ten years.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    if seconds > 0.0 && seconds < 3.2e8 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("expected a positive number of seconds, ten years at the most".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::PushFightBoard;

    #[test]
    fn every_query_can_what_its_question_can() {
        for query in QueryName::value_variants() {
            let question: Question = match query {
                QueryName::OthelloMobility => crate::query::OthelloMobility {
                    board: BoardSize::Four,
                    at_least: 1,
                    empties: 0,
                    symmetry_breaking: false,
                    discs: None,
                    reach: None,
                }
                .into(),
                QueryName::OstleMobility => crate::query::OstleMobility {
                    variant: OstleVariant::PUBLISHED,
                    at_least: 1,
                    symmetry_breaking: false,
                }
                .into(),
                QueryName::OstleWin => ostle::win(OstleVariant::PUBLISHED, Some(1), (None, None), false)
                    .expect("a question")
                    .into(),
                QueryName::GoStrings => go::strings(Some("3x3"), Some(1), false).expect("a question").into(),
                QueryName::PushFightStuck => {
                    PushFightStuck { board: PushFightBoard::FourByThree, symmetry_breaking: false }.into()
                }
                QueryName::PushFightTurns => PushFightTurns {
                    board: PushFightBoard::FourByThree,
                    at_least: 1,
                    moves: Moves::Legal,
                    along: None,
                    symmetry_breaking: false,
                }
                .into(),
                QueryName::PushFightWin => crate::query::PushFightWin {
                    board: PushFightBoard::FourByThree,
                    turns: 1,
                    symmetry_breaking: false,
                    position: None,
                }
                .into(),
            };
            assert!(question.to_string().starts_with(&query.name()));
            assert_eq!(BoundedQuestion::try_from(question).is_ok(), query.require(Ability::Bound).is_ok());
        }
    }
}
