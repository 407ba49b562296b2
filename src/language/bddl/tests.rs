//! The known answers of problems come out of their game files, by both readers; and no text makes the reader panic.

use super::{BddlFile, BddlProblem, game_name};
use crate::game_file::{AnyFileRules, FileError, GameFile};
use encodings::rules::{Ending, Phase, Position, Rules};
use proptest::prelude::*;
use std::collections::HashMap;
use std::fs::read_to_string;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use verify::naive::{GameResult, Naive as _};

/// The problems of this repository, or a folder like it.
fn folder() -> PathBuf {
    let own = || concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/bddl").into();
    std::env::var_os("CERTAMEN_BDDL").unwrap_or_else(own).into()
}

/// The lines of answers: the problem, the plies, and whether Black wins within them.
fn answers() -> Vec<(String, u32, bool)> {
    let text = read_to_string(folder().join("answers.tsv")).expect("a list of answers");
    let answer = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        (fields[0].to_owned(), fields[1].parse().expect("plies"), fields[3] == "SAT")
    };
    text.lines().skip(1).map(answer).collect()
}

fn problem(path: &Path) -> BddlProblem {
    let domain = path.with_file_name("domain.ig");
    let text = |path: &Path| read_to_string(path).expect("as the list has it");
    let (of_domain, of_problem) = (text(&domain), text(path));
    let domain_file = BddlFile { path: &domain.to_string_lossy(), text: &of_domain };
    let problem_file = BddlFile { path: &path.to_string_lossy(), text: &of_problem };
    let problem = BddlProblem::parse(&game_name(&domain, path), domain_file, problem_file);
    problem.unwrap_or_else(|error| panic!("{error}"))
}

/// What a player can do: the game is over, and they have lost or not; or one of these positions follows.
enum Choice<P> {
    Over { is_lost: bool, is_won: bool },
    One(Vec<P>),
}

/// A search for wins of Black within a number of plies.
struct Search<P, F> {
    choice: F,
    /// For each position and player, the plies within which Black does not win, and within which he does.
    known: HashMap<(P, bool), [Option<u32>; 2]>,
}

impl<P: Clone + Eq + Hash, F: Fn(&P) -> Choice<P>> Search<P, F> {
    fn new(choice: F) -> Self {
        Self { choice, known: HashMap::new() }
    }

    fn black_wins(&mut self, position: &P, plies: u32, is_black: bool) -> bool {
        let key = (position.clone(), is_black);
        let [never, always] = self.known.get(&key).copied().unwrap_or_default();
        if never.is_some_and(|known| plies <= known) || always.is_some_and(|known| plies >= known) {
            return always.is_some_and(|known| plies >= known);
        }
        let wins = match (self.choice)(position) {
            Choice::Over { is_lost, is_won } => {
                if is_black {
                    is_won
                } else {
                    is_lost
                }
            }
            Choice::One(_) if plies == 0 => false,
            Choice::One(next) if is_black => next.iter().any(|next| self.black_wins(next, plies - 1, false)),
            Choice::One(next) => next.iter().all(|next| self.black_wins(next, plies - 1, true)),
        };
        self.known.entry(key).or_default()[usize::from(wins)] = Some(plies);
        wins
    }
}

fn by_the_first_reader<R: Rules>(rules: &R, plies: u32, black_is_first: bool) -> bool {
    let mut search = Search::new(|position: &Position<R>| match position.phase(rules) {
        Phase::Over(ending) => {
            Choice::Over { is_lost: ending == Ending::Lost, is_won: ending == Ending::Won }
        }
        Phase::Passes(next) => Choice::One(vec![next]),
        Phase::Moves(moves) => {
            Choice::One(moves.steps(rules.layout()).map(|step| position.after(rules, step)).collect())
        }
    });
    search.black_wins(&Position::start(rules), plies, black_is_first)
}

fn by_the_second_reader(text: &str, plies: u32, black_is_first: bool) -> bool {
    let file = verify::game_file::GameFile::parse(text).expect("a file that both readers read");
    let game = file.on(&file.boards()[0]).expect("its board");
    let mut search = Search::new(|position| match game.ended(position) {
        Some(result) => {
            Choice::Over { is_lost: result == GameResult::Lost, is_won: result == GameResult::Won }
        }
        None => Choice::One(game.plies(position).into_iter().map(|(_, next)| next).collect()),
    });
    search.black_wins(&game.start(), plies, black_is_first)
}

#[test]
fn the_known_answers_come_out() {
    let answers = answers();
    assert!(answers.len() >= 12, "the list is read");
    for (name, plies, expected) in answers {
        let problem = problem(&folder().join(&name));
        let text = problem.game_text();
        let file = GameFile::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        let rules = file.rules(&file.boards()[0]).unwrap_or_else(|error| panic!("{name}: {error}"));
        let begun = std::time::Instant::now();
        let found = match &rules {
            AnyFileRules::Narrow(rules) => by_the_first_reader(rules, plies, !problem.black_is_second),
            AnyFileRules::Wide(rules) => by_the_first_reader(rules, plies, !problem.black_is_second),
        };
        println!("{name}: {found} in {:?}", begun.elapsed());
        assert_eq!(found, expected, "{name}\n{text}");
        if std::env::var_os("CERTAMEN_BDDL").is_none() {
            let found = by_the_second_reader(&text, plies, !problem.black_is_second);
            assert_eq!(found, expected, "{name}, the second reader\n{text}");
        }
    }
}

#[test]
fn names_are_those_of_directory_and_problem() {
    let name = |domain: &str, problem: &str| game_name(Path::new(domain), Path::new(problem));
    assert_eq!(name("/x/breakthrough/domain.ig", "y/2x4_13.ig"), "breakthrough-2x4-13");
    assert_eq!(name("games/Hex.ig", "hein_04_3x3-05.pg"), "hex-hein-04-3x3-05");
    assert_eq!(name("8-queens/domain.ig", "a.ig"), "bddl-8-queens-a");
    assert_eq!(name("domain.ig", "ß.ig"), "bddl-");
}

/// An action of Black, and one of White, that occupy an open cell.
const OCCUPY: &str = "#blackactions\n:action occupy\n:parameters (?x, ?y)\n:precondition (open(?x,?y))\n:effect (black(?x,?y))\n\
                      #whiteactions\n:action occupy\n:parameters (?x, ?y)\n:precondition (open(?x,?y))\n:effect (white(?x,?y))\n";

fn parsed(domain: &str, problem: &str) -> Result<BddlProblem, String> {
    let domain = BddlFile { path: "domain.ig", text: domain };
    let problem = BddlFile { path: "a.ig", text: problem };
    BddlProblem::parse("a", domain, problem).map_err(|error| error.to_string())
}

/// The text of a problem and its start and perft by both readers, which agree.
fn played(domain: &str, problem: &str, depth: u32) -> (String, u64) {
    let text = parsed(domain, problem).expect("a problem").game_text();
    let file = GameFile::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let count = match file.rules(&file.boards()[0]).expect("its board") {
        AnyFileRules::Narrow(rules) => Position::start(&rules).perft(&rules, depth),
        AnyFileRules::Wide(rules) => Position::start(&rules).perft(&rules, depth),
    };
    let second = verify::game_file::GameFile::parse(&text).expect("by both readers");
    let second = second.on(&second.boards()[0]).expect("its board");
    assert_eq!(naive_perft(&second, &second.start(), depth), count, "{text}");
    (text, count)
}

fn naive_perft<G: verify::naive::Naive>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 || game.ended(position).is_some() {
        return 1;
    }
    game.plies(position).iter().map(|(_, next)| naive_perft(game, next, depth - 1)).sum()
}

#[test]
fn a_long_row_is_folded() {
    let row = |cells: u32| {
        format!(
            "#boardsize\n{cells} 1\n#init\n#depth\n3\n#blackgoal\nblack(1,1) black({cells},1)\n#whitegoal\n"
        )
    };
    let (text, count) = played(OCCUPY, &row(24), 2);
    assert!(text.contains("board 5x5\nsquares ~{e5}\n") && text.contains("{a1 d5} subset black"), "{text}");
    assert_eq!(count, 24 * 23);
    let (text, count) = played(OCCUPY, &row(23), 2);
    assert!(
        text.contains("board 5x5\nsquares ~{d5 e5}\n") && text.contains("{a1 c5} subset black"),
        "{text}"
    );
    assert_eq!(count, 23 * 22);
    assert!(played(OCCUPY, &row(19), 1).0.contains("board 19x1\n"));
    let beside = row(24).replace("black(1,1) black(24,1)", "black(?x,1) black(?x+1,1)");
    let text = parsed(OCCUPY, &beside).expect("a problem").game_text();
    assert!(GameFile::parse(&text).is_err_and(|error| error.to_string().contains("each 1 to 19")));
}

/// Fixed coordinates, long steps, stones that are replaced, actions that leave the board.
#[test]
fn coordinates_are_those_of_the_board() {
    let domain = "#blackactions\n\
        :action leap\n:parameters (?x, ?y)\n:precondition (black(?x,?y) open(?x-2,?y-2))\n:effect (open(?x,?y) black(?x-2,?y-2))\n\
        :action crown\n:parameters (?x, ?y)\n:precondition (NOT(white(?x,?y)) (NOT(open(?x,?y))))\n:effect (white(?x,?y))\n\
        :action far\n:parameters (?x, ?y)\n:precondition (black(?x,?y))\n:effect (black(?x+9,?y))\n\
        :action file\n:parameters ()\n:precondition (NOT(open(3,ymax)))\n:effect (open(xmax,ymax-0) black(1,1))\n\
        :action drop\n:parameters (?y)\n:precondition (open(xmin,?y))\n:effect (black(xmin,?y) open(xmin+1,?y+1))\n\
        #whiteactions\n";
    let problem = "#boardsize\n3 4\n#init\nblack(3,4) white(1,3) black(3,1)\n#depth\n2\n\
        #blackgoal\nblack(?x,ymin) white(?x,ymin+9)\nwhite(2,?y)\n#whitegoal\nFalse\n";
    let (text, count) = played(domain, problem, 1);
    // A leap from c1 to a3; a white stone on c1 or c4; c1 taken away; a stone on a3 or a4, but not on a1, since no cell is below.
    assert_eq!(count, 6, "{text}");
    for part in [
        "step leap northwest*2 = northwest(northwest(black)) & empty when not second\n",
        "place crown = ~white & occupied when not second\n",
        "place black_file = {c1} when not second and {c1} subset occupied\n",
        "play black_file: black = black & ~{c1} | {a4}, white = white & ~({c1} | {a4})\n",
        "place drop = empty & northwest(board) & file a when not second\n",
        "lost if second and any(white & file b)\nstuck loses\n",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(!text.contains("far"), "{text}");
}

/// Requires that a domain with a problem is refused with this error.
fn require_refused(domain: &str, problem: &str, expected: &str) {
    assert_eq!(parsed(domain, problem).err().as_deref(), Some(expected), "{domain}{problem}");
}

#[test]
fn an_error_names_the_file_the_place_and_what_was_expected() {
    let good = "#boardsize\n2 2\n#init\nblack(1,1)\n#depth\n3\n#blackgoal\nblack(?x,?y)\n#whitegoal\n";
    assert_eq!(parsed(OCCUPY, good).err(), None);
    for (from, to, expected) in [
        ("2 2", "2 x", "a.ig: line 2, character 3: expected a number of at most four digits"),
        ("2 2", "20 20", "a.ig: line 2, character 1: expected a board of 1 to 361 cells"),
        ("black(1,1)", "black(1,3)", "a.ig: line 4, character 1: expected a cell of the board, each once"),
        ("black(1,1)", "black(?x,1)", "a.ig: line 4, character 7: expected xmin, xmax or a number"),
        (
            "black(1,1)",
            "black(1,1) white(1,1)",
            "a.ig: line 4, character 12: expected a cell of the board, each once",
        ),
        ("black(?x,?y)", "black(?y,?x)", "a.ig: line 8, character 7: expected ?x, xmin, xmax or a number"),
        ("black(?x,?y)", "grey(?x,?y)", "a.ig: line 8, character 1: expected open or black or white"),
        ("#init", "#boardsize", "a.ig: line 3, character 1: expected #init"),
        ("#depth\n3\n", "", "a.ig: line 5, character 1: expected #depth"),
        (
            "#whitegoal\n",
            "#whitegoal\n#blackturn third",
            "a.ig: line 10, character 12: expected first or second",
        ),
    ] {
        require_refused(OCCUPY, &good.replacen(from, to, 1), expected);
    }
    for (from, to, expected) in [
        ("#black", "#grey", "domain.ig: line 1, character 1: expected #blackactions"),
        (
            ":action occupy",
            ":action 1",
            "domain.ig: line 2, character 9: expected a name of letters, digits and hyphens, each once",
        ),
        ("(?x, ?y)", "(?x)", "domain.ig: line 4, character 24: expected ymin, ymax or a number"),
        ("(open(", "(((((((((((open(", "domain.ig: line 5, character 1: expected `)`"),
        (
            ":effect (black(?x,?y))",
            ":effect ()",
            "domain.ig: line 5, character 1: expected an effect: what cells hold, each once, without NOT",
        ),
    ] {
        require_refused(&OCCUPY.replacen(from, to, 1), good, expected);
    }
    let unlike = parsed(&OCCUPY.replacen("black(?x,?y)", "black(?x,1)", 1), good).err();
    let expected =
        "domain.ig: line 5, character 1: expected atoms that are alike: ?x in all or in none, and so ?y";
    assert_eq!(unlike.as_deref(), Some(expected));
    let long = "%".repeat(70_000);
    assert_eq!(parsed(OCCUPY, &long).err().as_deref(), Some("a.ig: a file of 70000 bytes: at most 65536"));
}

/// A text with some places exchanged for others.
fn mutated(text: &str, changes: &[(usize, usize, usize)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for &(at, from, length) in changes {
        let (at, from) = (at % letters.len(), from % letters.len());
        let part: Vec<char> = letters[from..].iter().copied().take(length).collect();
        letters.splice(at..(at + length / 2).min(letters.len()), part);
    }
    letters.into_iter().collect()
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
        changes in proptest::collection::vec((any::<usize>(), any::<usize>(), 0_usize..12), 1..6),
        which in any::<usize>(),
        is_domain in any::<bool>(),
    ) {
        let answers = answers();
        let path = folder().join(&answers[which % answers.len()].0);
        let text = |path: &Path| read_to_string(path).expect("as the list has it");
        let (domain, problem) = (text(&path.with_file_name("domain.ig")), text(&path));
        let changed = mutated(if is_domain { &domain } else { &problem }, &changes);
        let random = String::from_utf8_lossy(&bytes);
        for text in [&changed, &*random] {
            let (domain, problem) = if is_domain { (text, &*problem) } else { (&*domain, text) };
            let of = |path, text| BddlFile { path, text };
            match BddlProblem::parse("a", of("domain.ig", domain), of("a.ig", problem)) {
                // Both readers read what it becomes, or refuse it.
                Ok(problem) => drop(GameFile::parse(&problem.game_text())),
                Err(error) => {
                    prop_assert_eq!(error.file.as_str(), if is_domain { "domain.ig" } else { "a.ig" });
                    let has_a_place = matches!(error.error, FileError::At { line, at, .. } if line > 0 && at > 0);
                    prop_assert!(has_a_place, "{}", error);
                }
            }
        }
    }
}
