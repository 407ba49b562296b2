//! Rules with features that none of the games of this workspace has.

use certamen::ask::enumerate::{Enumeration, Listing, NextAnswer};
use certamen::ask::flag::Given;
use certamen::ask::question::Question;
use certamen::play::ruled::{BoardRules, BoardRulesError, RuledGame};
use certamen::play::{Game as _, PlayError, Purpose, Table};
use certamen::work::Limits;
use encodings::board;
use encodings::board::{Direction, Grid, Layout, Mask, Symmetry};
use encodings::rules::{Boards, Family, Outcome, Rules, Step, StepKind};
use encodings::word::{Count, Word};
use verify::naive::{GameResult, Naive, NaiveError};

type Small = Grid<2, 2>;
type Board = Grid<3, 3>;

board! { pub(crate) struct Stones { own, opp } }

/// A stone is placed on a free square of nine, some of which are barred. A player who cannot move has lost. Half a turn
/// is not listed as a symmetry, because it follows from the other two.
struct Placing {
    name: &'static str,
    barred: Mask,
}

const OPEN: Placing = Placing { name: "open", barred: Mask::EMPTY };

impl Boards for Placing {
    type Board<W: Copy> = Stones<W>;
    type Native = u16;

    fn name(&self) -> &'static str {
        "placing"
    }

    fn layout(&self) -> Layout {
        Board::LAYOUT
    }

    fn board_name(&self) -> String {
        format!("3x3-{}", self.name)
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::MIRROR_FILES, Symmetry::MIRROR_RANKS]
    }

    fn well_formed<W: Word>(&self, at: Stones<W>) -> W::Bit {
        !(at.own & at.opp).any()
    }
}

impl Rules for Placing {
    fn start(&self) -> Stones<Mask> {
        Stones { own: Mask::EMPTY, opp: Mask::EMPTY }
    }

    fn moves<W: Word>(&self, at: Stones<W>) -> Family<W> {
        let free = Board::complement(at.own | at.opp).without(at.own.constant(&self.barred));
        Family::new().with(StepKind::placed("place"), free)
    }

    fn play<W: Word>(&self, at: Stones<W>, step: Step<W>) -> Stones<W> {
        Stones { own: at.opp, opp: at.own | step.to() }
    }

    fn outcome<W: Word>(&self, at: Stones<W>) -> Outcome<W::Bit> {
        Outcome::open(at.own.any())
    }
}

/// A wrong twin: it bars no square, and refuses every position of three stones.
impl Naive for Placing {
    type Position = String;

    fn parse(&self, text: &str) -> Result<String, NaiveError> {
        let stones = text.matches(['X', 'O']).count();
        if stones == 3 { Err("three stones".into()) } else { Ok(text.to_owned()) }
    }

    fn print(&self, position: &String) -> String {
        position.clone()
    }

    fn ended(&self, position: &String) -> Option<GameResult> {
        (!position.contains('.')).then_some(GameResult::Lost)
    }

    /// What the plies lead to is not asked for.
    fn plies(&self, position: &String) -> Vec<(String, String)> {
        let names = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
        let squares = position.chars().filter(|&square| square != '/').zip(names);
        squares
            .filter(|&(square, _)| square == '.')
            .map(|(_, name)| (name.to_owned(), String::new()))
            .collect()
    }
}

/// The positions with this number of legal moves.
fn lines(rules: impl Rules, at_least: u32, listing: Listing) -> Vec<String> {
    let kind = RuledGame::new("a test").alone(rules).mobility();
    let question = kind
        .ask(&Given::new().with_number("at-least", at_least))
        .expect("a question")
        .listed()
        .expect("a list");
    let mut list = Enumeration::new(&question, listing, None, &Limits::default()).expect("a list");
    let mut lines = Vec::new();
    loop {
        match list.next_position().expect("an answer") {
            NextAnswer::Position(entry, _) => lines.push(entry.line),
            NextAnswer::Complete => return lines,
            NextAnswer::Stopped => panic!("there is no limit"),
        }
    }
}

#[test]
fn classes_are_those_of_all_symmetries_that_follow() {
    // Up to three stones of two colours on nine squares.
    assert_eq!(lines(OPEN, 6, Listing::All).len(), 1 + 18 + 144 + 672);
    // By Burnside's lemma: each mirror keeps 69 of them, half a turn 27.
    assert_eq!(lines(OPEN, 6, Listing::UpToSymmetry).len(), (835 + 69 + 69 + 27) / 4);
}

#[test]
fn boards_of_one_layout_are_chosen_by_name() {
    let corner = || Placing { name: "corner", barred: Mask::first(1) };
    let game = RuledGame::new("Placing").alone(OPEN).alone(corner()).alone(corner());
    assert_eq!(game.boards(), ["3x3-open", "3x3-corner"]);
    let given = Given::new().with_text("board", "3x3-corner").with_number("at-least", 3);
    let leaves = |given| game.table(given).unwrap().perft(None, 1, false, &certamen::work::Stop::new());
    assert_eq!(leaves(&given).unwrap().leaves, 8);
    assert_eq!(leaves(&Given::new()).unwrap().leaves, 9);
    let kind = game.mobility();
    let question = kind.ask(&given).unwrap();
    assert_eq!(question.to_string(), "placing.mobility --board 3x3-corner --at-least 3");
    let mut json = serde_json::to_value(&question).unwrap();
    json.as_object_mut().unwrap().remove("query");
    assert_eq!(kind.parse(json).unwrap(), question);
    let others: [Question; 2] =
        ["3x3-open", "3x3-corner"].map(|board| kind.ask(&given.clone().with_text("board", board)).unwrap());
    assert_ne!(others[0], others[1]);
    let unknown = kind.ask(&Given::new().with_text("board", "3x3")).unwrap_err().to_string();
    assert_eq!(unknown, "--board 3x3: there is 3x3-open, 3x3-corner");
}

#[test]
fn a_wrong_twin_is_reported_as_a_disagreement() {
    let board_rules = BoardRules::twinned(Placing { name: "corner", barred: Mask::first(1) });
    let start = board_rules.parse(".../.../...").unwrap();
    assert!(board_rules.judge(start).is_err());
    assert_eq!(board_rules.parse("XO./X../..."), Err(BoardRulesError::Refused("three stones".into())));
    assert!(matches!(board_rules.parse("?../.../..."), Err(BoardRulesError::Board(_))));
    let game = RuledGame::new("Placing").twinned(Placing { name: "corner", barred: Mask::first(1) });
    assert_eq!(game.flags(Purpose::Show).len(), 1);
    let table: Box<dyn Table> = game.table(&Given::new()).unwrap();
    let Err(PlayError::Twins(complaint)) = table.show(".../.../...") else { panic!("the twin is wrong") };
    assert!(complaint.to_string().ends_with("one of them is wrong"), "{complaint}");
    assert!(matches!(table.show("XO./X../..."), Err(PlayError::Position(_))));
}

board! { pub(crate) struct Nine { a, b, c, d, e, f, g, h, i } }

/// A game with more kinds of pieces than a byte has bits: the first kind goes east.
struct Kinds;

impl Boards for Kinds {
    type Board<W: Copy> = Nine<W>;
    type Native = u16;

    fn name(&self) -> &'static str {
        "kinds"
    }

    fn layout(&self) -> Layout {
        Small::LAYOUT
    }

    /// One piece of the first and one of the last kind.
    fn well_formed<W: Word>(&self, at: Nine<W>) -> W::Bit {
        let others = at.b | at.c | at.d | at.e | at.f | at.g | at.h;
        at.a.popcount().is(1) & at.i.popcount().is(1) & !others.any() & !(at.a & at.i).any()
    }
}

impl Rules for Kinds {
    fn start(&self) -> Nine<Mask> {
        let [a, i] = [0, 3].map(|square| Mask::EMPTY.with(square));
        let b = Mask::EMPTY;
        Nine { a, b, c: b, d: b, e: b, f: b, g: b, h: b, i }
    }

    fn moves<W: Word>(&self, at: Nine<W>) -> Family<W> {
        let east = Small::shift(at.a, Direction::East).without(at.i);
        Family::new().with(StepKind::from("east", Direction::East), east)
    }

    fn play<W: Word>(&self, at: Nine<W>, step: Step<W>) -> Nine<W> {
        Nine { a: step.to(), ..at }
    }

    fn outcome<W: Word>(&self, at: Nine<W>) -> Outcome<W::Bit> {
        Outcome::open(at.a.any())
    }
}

#[test]
fn boards_of_more_than_eight_words_are_listed() {
    let mut found = lines(Kinds, 1, Listing::All);
    found.sort_unstable();
    // The piece that can move is on the left, and the other one is on the other rank. The ninth letter is F.
    assert_eq!(found, [".F/X.", "F./X.", "X./.F", "X./F."]);
}

/// Positions of records are found up to the first wrong ply, and nobody confirms them without a twin.
#[test]
fn positions_of_records_are_searched() {
    let game = RuledGame::new("stones").alone(OPEN);
    let searched = game.record_search().unwrap();
    let hits = |position: Option<&str>, condition: &str, record: &str| {
        let search = searched.search(&Given::new(), position, condition).unwrap();
        let hits = search.hits(record).unwrap();
        assert!(hits.iter().all(|hit| !hit.confirmed));
        hits.into_iter().map(|hit| format!("{} {}", hit.ply, hit.board)).collect::<Vec<_>>()
    };
    let stones = "count(own | opp) >= 2";
    assert_eq!(hits(None, stones, "a1 b2, c3"), ["2 X../.O./...", "3 O../.X./..O"]);
    assert_eq!(hits(None, stones, "a1 b2 b2 c3"), ["2 X../.O./..."]);
    assert_eq!(hits(Some("X../.O./..."), stones, "c3"), ["0 X../.O./...", "1 O../.X./..O"]);
    let refused = |position, condition| searched.search(&Given::new(), position, condition).err().unwrap();
    assert!(refused(None, "count(stones) = 1").to_string().contains("stones"));
    assert!(matches!(refused(Some("XX"), stones), PlayError::Position(_)));
    assert!(matches!(refused(None, "max count(own)"), PlayError::Flags(_)));
}
