//! Claims about games of every length: proved, refuted by games, forged, and compared with all positions of small boards.

use crate::game_files::narrow;
use crate::games::{asked, othello_with};
use crate::program::run_in;
use crate::support::seal::seal;
use certamen::ask::kind::ability;
use certamen::ask::registry::Registry;
use certamen::language::{NaiveJudge, Predicate, Twin};
use certamen::prove::argument::ArgumentContext;
use certamen::prove::certificate::games::{self, GamesOutcome};
use certamen::prove::certificate::{CheckError, WriteError};
use certamen::prove::games_claim::ClaimantAbility;
use certamen::work::{Limits, Stop};
use encodings::rules::{Phase, Position, Rules};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use verify::game_file::{FileGame, FilePosition, GameFile};
use verify::language::{Judgement, Move, NaiveView, Passing, Ply, Refusal, Squares, Walk, judge};
use verify::naive::NaiveError;
use verify::othello::{OthelloView, Size};

/// Claims, each with its board, and whether an invariant beyond `not C` is needed: given, or found.
const NEVER: [(&str, &str, &str, Invariant); 12] = [
    ("konane", "4x4", "any(own & dark) and any(own & light)", Invariant::Itself),
    ("othello", "8x8", "any(empty & middle)", Invariant::Itself),
    ("othello", "6x6", "count(occupied) < 4", Invariant::Itself),
    ("snort", "4x4", "any(own & near(opp, 1))", Invariant::Itself),
    ("tic-tac-toe", "3x3", "own[a1] and own[b2] and own[c3]", Invariant::Itself),
    ("breakthrough", "4x4", "any(own & rank H) and any(opp & rank 1)", Invariant::Itself),
    ("breakthrough", "4x4", "count(own) > 2 * W", Invariant::Given("count(opp) <= 2 * W")),
    ("connect4", "4x4", "any(own & north(empty))", Invariant::Itself),
    ("col", "4x4", "any(own & north(own))", Invariant::Found),
    ("hexapawn", "3x3", "own[a1] and own[b1] and own[c1] and count(opp) = 1", Invariant::Found),
    ("sliding-tiles", "2x2", "one[a1] and two[a2] and three[b1]", Invariant::Found),
    ("sokoban", "4x4", "box[d1]", Invariant::Found),
];

#[derive(Clone, Copy)]
enum Invariant {
    Itself,
    Given(&'static str),
    Found,
}

#[test]
fn what_no_game_reaches_is_proved_and_checked() {
    let place = tempfile::tempdir().expect("a directory");
    for (game, board, condition, invariant) in NEVER {
        let claim = format!("never {condition}");
        let mut arguments = vec!["-q", "prove", game, &claim, "--board", board, "--out", "cert"];
        if let Invariant::Given(text) = invariant {
            arguments.extend(["--invariant", text]);
        }
        let ran = run_in(place.path(), &arguments);
        assert_eq!(ran.code, 0, "{game} {claim}: {}{}", ran.out, ran.err);
        let manifest = fs::read_to_string(place.path().join("cert/certificate.json")).expect("a manifest");
        assert_eq!(manifest.contains("\"invariant\""), !matches!(invariant, Invariant::Itself), "{manifest}");
        let checked = run_in(place.path(), &["-q", "check", "cert"]);
        assert_eq!(checked.code, 0, "{game} {claim}: {}", checked.out);
        assert!(
            checked.out.starts_with(&format!("no game of {game} on {board} reaches a position with")),
            "{}",
            checked.out
        );
        assert!(checked.out.ends_with("s VERIFIED\n"));
    }
}

/// Othello, whose naive twin may refuse positions, and games at random.
#[derive(Default)]
struct LimitedTwin {
    positions: Option<Refusal>,
    walks: Option<Refusal>,
}

impl Twin for LimitedTwin {
    fn judge(&self, text: &str, line: &str) -> Result<Judgement, Refusal> {
        self.positions.clone().map_or_else(|| judge(&OthelloView::new(Size::Four), text, line), Err)
    }

    fn replay(&self, plies: &[Ply], passing: Passing, line: &str) -> Result<(), Refusal> {
        NaiveJudge(OthelloView::new(Size::Four)).replay(plies, passing, line)
    }

    fn walk(&self, claim: &Walk) -> Result<u64, Refusal> {
        let game = NaiveJudge(OthelloView::new(Size::Four));
        self.walks.clone().map_or_else(|| game.walk(claim), Err)
    }
}

fn too_large() -> Refusal {
    NaiveError::NotJudged("too large".to_owned()).into()
}

/// And it hides no proof of other clauses.
#[test]
fn a_limit_of_the_naive_game_is_no_judgement_of_a_claim() {
    let place = tempfile::tempdir().expect("a directory");
    let certificate = place.path().join("cert");
    let registry = |twin: LimitedTwin| {
        let kind = Arc::new(othello_with(twin));
        let mut registry = Registry::new();
        registry.add_kind(kind.clone());
        (registry, kind)
    };
    let prove = |twin: LimitedTwin| {
        let (registry, kind) = registry(twin);
        let claimant: ClaimantAbility = ability(&*kind).expect("claims");
        let claim = claimant.claim(&asked("never any(empty & middle)"), None).expect("a text");
        let context = ArgumentContext {
            destination: &certificate,
            registry: &registry,
            limits: &Limits::default(),
            watch: &mut |_| {},
            progress: &mut |_| {},
        };
        games::prove(&claim.expect("a claim"), context)
    };
    let contradiction = || Some(Refusal::Contradiction("a position".to_owned()));
    for limited in [
        LimitedTwin { positions: Some(too_large()), ..LimitedTwin::default() },
        LimitedTwin { walks: Some(too_large()), ..LimitedTwin::default() },
    ] {
        assert!(
            matches!(prove(limited), Ok(GamesOutcome::Undecided(reason)) if reason.ends_with("too large"))
        );
    }
    let contradicted = prove(LimitedTwin { walks: contradiction(), ..LimitedTwin::default() });
    assert!(matches!(contradicted, Err(WriteError::Check(CheckError::Composition(_)))), "{contradicted:?}");
    assert!(!certificate.exists());

    assert!(matches!(prove(LimitedTwin::default()), Ok(GamesOutcome::Proved(_))));
    let check = |positions, walks| {
        let (registry, _) = registry(LimitedTwin { positions, walks });
        games::check(&certificate, &registry, &Stop::new(), |_| {}).expect_err("it is refused")
    };
    let limits =
        [(Some(too_large()), None), (None, Some(too_large())), (Some(too_large()), Some(too_large()))];
    for (positions, walks) in limits.clone() {
        let unjudged = check(positions, walks);
        assert!(matches!(unjudged, CheckError::NotJudged(_)) && unjudged.is_unjudged(), "{unjudged}");
    }
    assert!(!check(Some(too_large()), contradiction()).is_unjudged());
    let clauses = fs::read_to_string(certificate.join("step.cnf")).expect("clauses");
    fs::write(certificate.join("step.cnf"), format!("{clauses}c more\n")).expect("room");
    seal(&certificate);
    for (positions, walks) in limits {
        let refused = check(positions, walks);
        assert!(matches!(refused, CheckError::Regenerated(_)), "{refused}");
    }
}

/// The condition of a certificate's invariant and claim, as a text.
fn kept(directory: &Path) -> String {
    let manifest = fs::read_to_string(directory.join("certificate.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let claim = manifest["claim"]["claim"].as_str().expect("a claim");
    let condition = claim.strip_prefix("never ").expect("never");
    let invariant = manifest["claim"]["invariant"].as_str().map(|text| format!("({text}) and "));
    format!("{}not ({condition})", invariant.unwrap_or_default())
}

/// All positions that games of the naive rules reach, as lines, each with whether the game is over there.
fn reached(game: &FileGame) -> Vec<(String, bool)> {
    let start = NaiveView::start(game).expect("a start");
    let mut seen = HashSet::from([NaiveView::print(game, &start)]);
    let (mut waiting, mut found) = (vec![start], Vec::new());
    while let Some(position) = waiting.pop() {
        found.push((NaiveView::print(game, &position), NaiveView::ended(game, &position).is_some()));
        for played in NaiveView::moves(game, &position) {
            let next = NaiveView::after(game, &position, &played).expect("a move");
            if seen.insert(NaiveView::print(game, &next)) {
                waiting.push(next);
            }
        }
    }
    found
}

/// A game of the box, as the second reader has it.
fn naive(game: &str, board: &str) -> FileGame {
    let path = format!("{}/src/games/files/{game}.game", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("a file of the box");
    GameFile::parse(&text).and_then(|file| file.on(board)).expect("a board")
}

/// Every position that a game reaches has the invariant, by the naive game and by the rules.
#[test]
fn invariants_hold_in_all_positions_of_small_boards() {
    let place = tempfile::tempdir().expect("a directory");
    let claims = [
        ("col", "3x3", "any(own & near(own & {b2}, 1) & ~{b2})"),
        ("snort", "3x3", "any(own & near(opp, 1))"),
        ("tic-tac-toe", "3x3", "own[a1] and own[b2] and own[c3]"),
        ("sokoban", "4x4", "box[d1]"),
        ("hexapawn", "3x3", "own[a1] and own[b1] and own[c1] and count(opp) = 1"),
        ("isolation", "3x3", "count(gone) = 0 and not own[b1]"),
    ];
    for (game, board, condition) in claims {
        let claim = format!("never {condition}");
        let ran = run_in(place.path(), &["-q", "prove", game, &claim, "--board", board, "--out", "cert"]);
        assert_eq!(ran.code, 0, "{game} {claim}: {}{}", ran.out, ran.err);
        let kept = kept(&place.path().join("cert"));
        let (rules, naive) = (narrow(game, board), naive(game, board));
        let predicate = Predicate::new(&rules, &kept).expect("a condition");
        let lines = reached(&naive);
        assert!(lines.len() > 50, "{game}: {}", lines.len());
        for (line, is_over) in &lines {
            let board = encodings::rules::parse(&rules, line).expect("a board");
            assert!(predicate.holds(&rules, &[board])[0], "{game} {line}: {kept}");
            // An end that `require` does not allow is not read.
            let judged = judge(&naive, &kept, line).map(|judgement| judgement.answers);
            assert!(
                judged.as_ref().map_or(*is_over, |answers| *answers),
                "{game} {line}: {kept}: {judged:?}"
            );
        }
    }
}

/// Whether the player to move wins, where who cannot move has lost.
fn wins<R: Rules>(rules: &R, position: Position<R>, known: &mut HashMap<Position<R>, bool>) -> bool {
    if let Some(&wins) = known.get(&position) {
        return wins;
    }
    let wins_after = |step| !wins(rules, position.after(rules, step), &mut *known);
    let found = matches!(position.phase(rules), Phase::Moves(_)) && position.steps(rules).any(wins_after);
    known.insert(position, found);
    found
}

/// The squares of a move turned by half: its ends, and what becomes occupied.
fn squares(game: &FileGame, before: &FilePosition, played: &Move, after: &FilePosition) -> Squares {
    let changed = game.occupied(before).symmetric_difference(&game.occupied(after));
    changed.union(&[played.from, played.to].into_iter().flatten().collect())
}

/// Each first move of each position that the replies lead to is answered, by the naive game, whichever reply is taken.
#[test]
fn replies_work_in_all_positions_of_small_boards() {
    let place = tempfile::tempdir().expect("a directory");
    let claim = "reply rotate180 keeps filled = rotate180(filled)";
    for (board, (files, ranks)) in [("2x2", (2, 2)), ("4x4", (4, 4)), ("6x4", (6, 4))] {
        let ran = run_in(place.path(), &["-q", "prove", "cram", claim, "--board", board, "--out", "cert"]);
        assert_eq!(ran.code, 0, "{board}: {}", ran.err);
        assert!(ran.out.contains("the start is lost for the player to move"), "{}", ran.out);
        let game = naive("cram", board);
        let start = NaiveView::start(&game).expect("a start");
        let mut seen = HashSet::from([NaiveView::print(&game, &start)]);
        let mut waiting = vec![start];
        while let Some(position) = waiting.pop() {
            let line = NaiveView::print(&game, &position);
            assert!(
                judge(&game, "filled = rotate180(filled)", &line).expect("a judgement").answers,
                "{line}"
            );
            for played in NaiveView::moves(&game, &position) {
                let after = game.after(&position, &played).expect("a move");
                let turned = |(file, rank): (usize, usize)| (files - 1 - file, ranks - 1 - rank);
                let wanted: Squares = squares(&game, &position, &played, &after).iter().map(turned).collect();
                let mut replies = 0;
                for reply in NaiveView::moves(&game, &after) {
                    let next = game.after(&after, &reply).expect("a move");
                    if squares(&game, &after, &reply, &next) == wanted {
                        replies += 1;
                        if seen.insert(NaiveView::print(&game, &next)) {
                            waiting.push(next);
                        }
                    }
                }
                assert!(replies > 0, "{line}: no reply to {}", played.name);
            }
        }
    }
    for (game, board, kept) in [
        ("cram", "4x4", "filled = rotate180(filled)"),
        ("col", "4x2", "own = rotate180(opp)"),
        ("snort", "4x2", "own = rotate180(opp)"),
    ] {
        let claim = format!("reply rotate180 keeps {kept}");
        let ran = run_in(place.path(), &["-q", "prove", game, &claim, "--board", board]);
        assert!(ran.code == 0 && ran.out.contains("the start is lost"), "{game}: {}{}", ran.out, ran.err);
        let rules = narrow(game, board);
        assert!(!wins(&rules, Position::start(&rules), &mut HashMap::new()), "{game} {board} is lost");
    }
}

/// A false claim is contradicted by a game, or by a ply that breaks it; what is no claim is refused in one line.
#[test]
fn false_claims_fail() {
    let place = tempfile::tempdir().expect("a directory");
    let prove = |arguments: &[&str]| run_in(place.path(), &[&["-q", "prove"], arguments].concat());
    for (game, claim, board, record) in [
        ("othello", "never count(occupied) >= 6", "4x4", 2),
        ("othello", "never count(legal) = 0 and not over", "4x4", 4),
        ("connect4", "never any(opp & north(own))", "4x4", 2),
        ("konane", "never count(empty) = 3", "4x4", 2),
        ("fox-and-hounds", "never lost", "4x4", 3),
        ("hexapawn", "never any(opp & rank 1)", "3x3", 3),
    ] {
        let ran = prove(&[game, claim, "--board", board, "--out", "cert", "--json"]);
        assert_eq!(ran.code, 1, "{claim}: {}{}", ran.out, ran.err);
        let answer: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(answer["verdict"], "fails", "{answer}");
        let found = answer["witness"]["record"].as_str().expect("a record").split(' ').count();
        assert!(found >= record, "{answer}");
    }
    let start = prove(&["othello", "never count(occupied) = 4", "--json"]);
    assert!(start.code == 1 && start.out.contains("\"record\":\"\""), "{}", start.out);
    for (arguments, expected) in [
        (
            &["cram", "reply rotate180 keeps filled = rotate180(filled)", "--board", "5x5"][..],
            "not kept: from ",
        ),
        (&["cram", "reply mirror_files keeps filled = mirror_files(filled)"], "not kept: from "),
        (&["konane", "reply rotate180 keeps none(own)"], "does not hold"),
        (
            &["breakthrough", "never count(own) > 8", "--invariant", "count(opp) <= 7"],
            "not kept: the start, ",
        ),
        (&["breakthrough", "never count(own) > 8", "--invariant", "count(own) >= 3"], "not kept: from "),
    ] {
        let ran = prove(arguments);
        assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{arguments:?}: {}", ran.out);
        assert!(ran.out.contains(expected), "{arguments:?}: {}", ran.out);
    }
    let late = prove(&[
        "clobber",
        "never count(own) = 2 and count(opp) = 1",
        "--board",
        "6x5",
        "--time-limit",
        "0.2",
    ]);
    assert_eq!(late.code, 3, "{}{}", late.out, late.err);
    assert!(!place.path().join("cert").exists());
    for (arguments, expected) in [
        (&["cram", "never won in 3"][..], "`won in` and `lost in` can stand in questions of "),
        (
            &["cram", "never over", "--invariant", "not lost in 2"],
            "`won in` and `lost in` can stand in questions of ",
        ),
        (&["cram", "reply rotate180 keeps lost in 2"], "`won in` and `lost in` can stand in questions of "),
        (&["othello", "reply rotate180 keeps any(own)"], "reply: players may pass in this game"),
        (
            &["breakthrough", "reply rotate180 keeps any(own)"],
            "reply: the board is turned after each ply of this game",
        ),
        (&["sokoban", "reply rotate180 keeps any(box)"], "reply: a puzzle has no second player"),
        (
            &["cram", "reply transpose keeps any(filled)", "--board", "4x3"],
            "reply: transpose is no symmetry of the board 4x3",
        ),
        (&["cram", "reply turn keeps any(filled)"], "character 7: expected a symmetry: mirror_files, "),
        (&["cram", "reply rotate180 any(filled)"], "character 17: expected `keeps`, found `any`"),
        (&["cram", "never"], "character 6: "),
        (
            &["cram", "never any(filled) for m in moves"],
            "character 19: expected an operator or the end of the claim",
        ),
        (
            &["cram", "never any(rotate90(filled))", "--board", "4x3"],
            "character 11: expected a symmetry of the board 4x3",
        ),
        (&["cram", "never true"], "the question does not depend on the position"),
        (&["push-fight", "never any(own)"], "a turn has several parts"),
        (&["go", "never any(own)"], "leave out ko"),
        (&["othello", "never any(own)", "--plies", "3"], "a claim is about all games, of every length"),
        (&["othello", "max count(legal)", "--invariant", "any(own)"], "it is for the claim `never C`"),
        (&["cram", "reply rotate180 keeps any(filled)", "--invariant", "any(filled)"], "it is for `never C`"),
    ] {
        let ran = prove(arguments);
        assert_eq!(
            (ran.code, ran.out.as_str(), ran.err.lines().count()),
            (2, "", 1),
            "{arguments:?}: {}",
            ran.err
        );
        assert!(ran.err.contains(expected), "{arguments:?}: {}", ran.err);
    }
    let other = run_in(place.path(), &["solve", "othello", "never any(own)"]);
    assert!(
        other.code == 2 && other.err.contains("a claim about all games, which only `prove` takes"),
        "{}",
        other.err
    );
}

/// Writes a file of a certificate again, and the hashes of all.
fn forge(directory: &Path, name: &str, change: impl FnOnce(&str) -> String) {
    let path = directory.join(name);
    let text = fs::read_to_string(&path).expect("a file");
    let changed = change(&text);
    assert_ne!(changed, text, "{name}");
    fs::write(&path, changed).expect("written");
    seal(directory);
}

/// Whoever can write the hashes cannot make a false claim verified.
#[test]
fn forged_claims_are_not_verified() {
    let place = tempfile::tempdir().expect("a directory");
    let cert = place.path().join("cert");
    let check = || run_in(place.path(), &["-q", "check", "cert"]);
    let refused = |expected: &str| {
        let ran = check();
        assert!(ran.code == 1 && ran.out.ends_with("s NOT VERIFIED\n"), "{expected}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(expected), "{expected}: {}", ran.out);
    };
    let prove = |arguments: &[&str]| {
        let ran = run_in(place.path(), &[&["-q", "prove"], arguments, &["--out", "cert"]].concat());
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    };
    let given = ["breakthrough", "never count(own) > 2 * W", "--invariant", "count(opp) <= 2 * W"];
    let clauses = "step.cnf is not what this program writes";
    for (file, part, other, expected) in [
        ("certificate.json", "count(own) > 8", "count(own) > 7", "the start contradicts the claim"),
        ("certificate.json", "count(own) > 8", "count(own) = 8", "the start contradicts the claim"),
        ("certificate.json", "count(own) > 8", "count(own) = 7", "which contradicts the claim"),
        ("certificate.json", "count(own) > 8", "count(opp) > 8", clauses),
        ("certificate.json", "count(opp) <= 8", "count(opp) <= 7", "does not hold"),
        ("certificate.json", "count(opp) <= 8", "count(opp) <= 9", clauses),
        ("certificate.json", "\"invariant\"", "\"invariants\"", "unknown field"),
        ("certificate.json", "4x4", "3x4", clauses),
        ("certificate.json", "needed", "both", clauses),
        ("step.cnf", "\n-1 ", "\n1 ", clauses),
        ("step.map.json", "before-own", "after-own", "step.map.json is not what this program writes"),
    ] {
        prove(&given);
        assert_eq!(check().code, 0);
        forge(&cert, file, |text| text.replacen(part, other, 1));
        refused(expected);
    }
    for missing in ["step.cnf", "step.map.json", "step.lrat.zst", "rules.game"] {
        prove(&given);
        fs::remove_file(cert.join(missing)).expect("removed");
        seal(&cert);
        assert!(!check().out.contains("s VERIFIED"), "{missing}");
    }
    // Rules in which a pawn that moves leaves another one behind; then also with their own hash in the claim.
    prove(&given);
    let hash = |text: &str| certamen::ask::emission::sha256(text.as_bytes());
    let rules = fs::read_to_string(cert.join("rules.game")).expect("the rules");
    let others = rules.replace("own = own ^ m.from | m.to", "own = own | m.to");
    forge(&cert, "rules.game", |_| others.clone());
    assert!(!check().out.contains("s VERIFIED"));
    forge(&cert, "certificate.json", |text| text.replace(&hash(&rules), &hash(&others)));
    assert!(!check().out.contains("s VERIFIED"));
    // A reply under another symmetry, of another condition, and more than was shown.
    for (part, other, expected) in [
        ("reply rotate180", "reply transpose", ""),
        ("rotate180(filled)", "mirror_files(filled)", ""),
        (",\n    \"lost\": true", "", clauses),
    ] {
        prove(&["cram", "reply rotate180 keeps filled = rotate180(filled)"]);
        forge(&cert, "certificate.json", |text| text.replacen(part, other, 1));
        refused(expected);
    }
    // Where who cannot move has not lost, the same replies do not say that the start is lost.
    let rules = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/files/cram.game"))
        .expect("a file");
    fs::write(place.path().join("calm.game"), rules.replace("stuck loses", "stuck draws")).expect("written");
    prove(&["calm.game", "reply rotate180 keeps filled = rotate180(filled)"]);
    assert!(check().code == 0 && !check().out.contains("lost"), "{}", check().out);
    forge(&cert, "certificate.json", |text| {
        text.replace("\",\n    \"flags\"", "\",\n    \"lost\": true,\n    \"flags\"")
    });
    refused("the rules do not say that the start is then lost");
}
