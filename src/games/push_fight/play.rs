//! Push Fight as a game: game trees, records and pictures. The native rules count trees; the naive game judges records.
//!
//! Only the published board. There is no fixed start, because players place their pieces as they like: without a given
//! position, trees and records begin at [`START`].

use crate::board::{NAME, PushFightBoard};
use crate::twin::{RulesEngine, TwinEngine};
use crate::{diagram, search};
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_play::tree::{PerftCount, Tree, perft};
use certamen_play::view::squares_in;
use certamen_play::{
    Game, Picture, PlayError, PlyOutcome, PlyView, PositionView, Purpose, ReplayReport, Setup, Solvable,
    Table, Token, TwinGame, Twins, ValueSearch,
};
use certamen_work::stop::Stop;
use encodings::board::Square;
use encodings::push_fight::board::Board as _;
use encodings::push_fight::index::Indexes;
use encodings::push_fight::{Position, Standard, notation};
use encodings::rules::Leaves;
use rayon::prelude::*;
use serde_json::{Value, json};
use verify::push_fight::{self as naive, Variant};

/// The position from which trees and records start by default: a position of the public solution.
pub const START: &str = ".OX.....oxY....Oox.....OX.";

const BOARD: Flag = Flag::text("board", "BOARD", "The board: 8x4, the published one");

/// Refuses the boards on which Push Fight has only questions and tables.
pub(crate) fn require_published(name: Option<&str>) -> Result<(), QuestionError> {
    let published = PushFightBoard::default().to_string();
    match name {
        Some(name) if name != published => Err(QuestionError::value(
            BOARD.name,
            name,
            format!("games and positions are on {published}; questions and `retro` have other boards"),
        )),
        _ => Ok(()),
    }
}

impl PublishedTable {
    /// A position without its plies.
    fn pictured(&self, line: &str) -> Result<PositionView, PlayError> {
        Ok(PositionView {
            known_as: line.to_owned(),
            shown: self.show(line)?,
            squares: certamen_draw::svg::square_places(Standard::LAYOUT),
            ended: None,
            note: None,
            facts: Vec::new(),
            plies: Vec::new(),
            position: line.to_owned(),
        })
    }
}

/// What can be on a square.
const TOKENS: [(char, &str); 6] = [
    ('o', "mover of the side to move"),
    ('O', "pusher of the side to move"),
    ('x', "mover of the other side"),
    ('X', "pusher of the other side"),
    ('Y', "pusher of the other side with the anchor"),
    ('.', "empty"),
];

/// Push Fight by name.
#[derive(Clone, Copy, Debug)]
pub struct PushFightGame;

/// The published board.
struct PublishedTable;

/// The positions that turns lead to, each once.
struct TurnTree;

impl Game for PushFightGame {
    fn name(&self) -> &str {
        NAME
    }

    fn about(&self) -> &'static str {
        "Push Fight: positions without a turn, the number of turns and wins at once as formulas; values on demand, phases \
         over ranges, records"
    }

    fn boards(&self) -> Vec<String> {
        PushFightBoard::ALL.map(|board| board.to_string()).into()
    }

    /// Only the published board has a table.
    fn checked_boards(&self) -> Vec<String> {
        vec![PushFightBoard::default().to_string()]
    }

    fn notation(&self) -> &'static str {
        "a character for each square, c4 d4 ... f1 or the grid: o O movers and pushers of the side to move, x X the other's, Y \
         the pusher with the anchor, . free"
    }

    fn record_form(&self) -> &'static str {
        "turns between blanks, such as d1-a2,d3-c3,c2-d2: up to two moves and a push"
    }

    fn flags(&self, _: Purpose) -> Vec<Flag> {
        vec![BOARD]
    }

    fn help(&self, purpose: Purpose) -> &'static str {
        match purpose {
            Purpose::Perft => {
                "A ply is a whole turn. Turns that lead to the same position are one, and a turn that wins leads to none."
            }
            Purpose::Replay | Purpose::Show => "",
        }
    }

    fn examples(&self, purpose: Purpose) -> &'static [(&'static str, &'static str)] {
        match purpose {
            Purpose::Perft => &[("perft push-fight 1", "1454")],
            Purpose::Replay => &[("replay push-fight d1-a2,d3-c3,c2-d2", "turns between blanks")],
            Purpose::Show => &[("show push-fight .OX.....oxY....Oox.....OX.", "")],
        }
    }

    fn solvable(&self) -> Option<&dyn Solvable> {
        Some(self)
    }

    fn value_search(&self) -> Option<&dyn ValueSearch> {
        Some(self)
    }

    fn table(&self, given: &Given) -> Result<Box<dyn Table>, PlayError> {
        require_published(given.text(BOARD.name))?;
        Ok(Box::new(PublishedTable))
    }
}

impl Tree for TurnTree {
    type Node = Position<Standard>;

    const TASK: u32 = 1;

    fn children(&self, position: &Position<Standard>) -> Vec<Position<Standard>> {
        search::successors(*position)
    }

    fn names(&self, position: &Position<Standard>) -> Vec<String> {
        let turn = |next: Position<Standard>| search::turn_between(*position, next);
        let name = |next| turn(next).map(|turn| turn.name::<Standard>());
        // Each of these positions has a turn that leads to it.
        self.children(position).into_par_iter().map(|next| name(next).unwrap_or_default()).collect()
    }

    /// A game that has ended is no leaf.
    fn leaves(&self, position: &Position<Standard>, depth: u32) -> Leaves {
        Leaves::going_on(search::perft(*position, depth))
    }
}

impl Table for PublishedTable {
    fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        divide: bool,
        stop: &Stop,
    ) -> Result<PerftCount, PlayError> {
        perft(&TurnTree, &parse(position.unwrap_or(START))?, depth, divide, stop)
    }

    fn replay(&self, position: Option<&str>, record: &str) -> Result<ReplayReport, PlayError> {
        let start = naively(parse(position.unwrap_or(START))?);
        let start = start.map_err(|error| PlayError::Disagreement(error.to_string()))?;
        Ok(match naive::replay(&start, record) {
            Ok(played) => legal(&played),
            Err(complaint) => ReplayReport::illegal(complaint),
        })
    }

    fn twins(&self, _: Option<&str>) -> Result<Option<Box<dyn Twins + '_>>, PlayError> {
        Ok(Some(Box::new(TwinGame::new(RulesEngine(START), Some(TwinEngine(START))))))
    }

    fn show(&self, position: &str) -> Result<Picture, PlayError> {
        let position = parse(position)?;
        let indexes = Indexes::<Standard>::new();
        let index = indexes.index(position).map(|index| index.0);
        let minimized = indexes.minimized(position).map(|index| index.0);
        let caption = match (index, minimized) {
            (None, _) => "no push yet".to_owned(),
            (Some(index), None) => format!("index {index}; no push can have ended here"),
            (Some(index), Some(minimized)) => format!("index {index}, minimized {minimized}"),
        };
        Ok(Picture {
            text: format!("{}{caption}\n", diagram::text(position)),
            svg: diagram::svg(position, &caption),
            object: json!({
                "position": notation::print(position), "index": index, "minimized_index": minimized,
                "follows_a_push": position.follows_a_push(), "successors": search::successors(position).len(),
            }),
        })
    }

    /// A turn that wins comes first. Of the turns to the same position, one is named.
    fn view(&self, position: Option<&str>) -> Result<PositionView, PlayError> {
        TwinGame::new(RulesEngine(START), Some(TwinEngine(START))).start(position)?;
        let position = parse(position.unwrap_or(START))?;
        let line = notation::print(position);
        let ply_view = |name: String, after: PlyOutcome| PlyView::new(name.clone(), squares_in(&name), after);
        let wins = search::winning(position).map(|turn| {
            ply_view(
                turn.name::<Standard>(),
                PlyOutcome::Ended("the turn wins: a piece leaves the board".to_owned()),
            )
        });
        let turns = TurnTree.names(&position).into_iter().zip(TurnTree.children(&position));
        let turns = turns.map(|(name, next)| ply_view(name, PlyOutcome::Position(notation::print(next))));
        let plies: Vec<PlyView> = wins.into_iter().chain(turns).collect();
        Ok(PositionView {
            known_as: line.clone(),
            shown: self.show(&line)?,
            squares: certamen_draw::svg::square_places(Standard::LAYOUT),
            ended: plies.is_empty().then(|| "the player to move cannot push and has lost".to_owned()),
            note: None,
            facts: Vec::new(),
            plies,
            position: line,
        })
    }

    /// A turn has commas in it, and may be named by other moves than a view names it by, so that turns are replayed. The
    /// views have no plies.
    fn follow(
        &self,
        position: Option<&str>,
        record: &str,
        most: usize,
    ) -> Result<Vec<PositionView>, PlayError> {
        let mut here = notation::print(parse(position.unwrap_or(START))?);
        let mut seen = vec![self.pictured(&here)?];
        for turn in record.split_whitespace().take(most) {
            let played = self.replay(Some(&here), turn)?;
            let Some(next) = played.object["position"].as_str() else { break };
            next.clone_into(&mut here);
            seen.push(self.pictured(&here)?);
        }
        Ok(seen)
    }

    fn setup(&self, view: &PositionView) -> Option<Setup> {
        let tokens = TOKENS.map(|(letter, name)| Token::new(letter, name, diagram::token(letter))).to_vec();
        let order: Vec<usize> = notation::reading_order::<Standard>().collect();
        // A place beyond the text leaves out the corners that are no squares.
        let place =
            |square: Square| order.iter().position(|&index| index == square.index()).unwrap_or(usize::MAX);
        Some(Setup::of_layout(view.position.clone(), Standard::LAYOUT, place, tokens))
    }

    /// The half turn of the board.
    fn images(&self, view: &PositionView) -> Vec<String> {
        match parse(&view.position) {
            Ok(position) => vec![notation::print(position.rotated())],
            Err(_) => Vec::new(),
        }
    }
}

/// Reads a position.
pub(crate) fn parse(text: &str) -> Result<Position<Standard>, PlayError> {
    notation::parse(text).map_err(|error| {
        let reason = error.to_string();
        // `PlayError::Position` begins with "the position" already.
        PlayError::Position(reason.strip_prefix("the position has ").unwrap_or(&reason).to_owned())
    })
}

/// The position as the naive game reads it.
pub(crate) fn naively(position: Position<Standard>) -> Result<naive::Position, naive::ParseError> {
    naive::parse_position(&Variant::full(), &notation::print(position))
}

/// The result of a legal record.
fn legal(played: &naive::Replay) -> ReplayReport {
    let turns = played.turns.len();
    let (diagram, end, position) = match &played.end {
        naive::Outcome::Wins => (String::new(), "the last turn wins".to_owned(), None),
        naive::Outcome::Continues(position) => {
            let line = naive::write_line(position);
            let end = if naive::has_legal_turn(position) {
                line.clone()
            } else {
                "the player to move cannot push and has lost".to_owned()
            };
            (naive::write_grid(position), end, Some(line))
        }
    };
    let won = position.is_none();
    let object: Value = json!({ "legal": true, "turns": turns, "won": won, "position": position });
    ReplayReport { is_legal: true, diagram, verdict: format!("legal: {turns} turns; {end}"), object }
}
