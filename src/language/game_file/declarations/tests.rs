//! Declarations that are wrong.

use super::*;
use crate::game_file::{AnyFileRules, GameFile};
use verify::naive::Naive;

/// A path of six stones around the centre takes five rounds.
const PATHS: &str = "game paths \"Paths of stones from the first rank.\"\nboard 3x3\nword own X, opp O\nswap own opp\n\
    let path(s, n) = closure(s & rank 1, S: near(S, 1) & s, at most n)\n\
    place stone = empty & (file b | near(path(own, MOVES), 1))\n\
    play own = own & ~path(own, PLAY) | m.to\n\
    lost if count(path(opp, ENDS)) >= 6\n";
const PLACES: [(&str, &str); 3] = [("MOVES", "moves"), ("PLAY", "`play`"), ("ENDS", "ends and scores")];

/// The rules with four rounds in one place, and five in the others.
fn rules(short: &str) -> FileRules<u64> {
    let text = PLACES.iter().fold(PATHS.to_owned(), |text, (place, _)| {
        text.replace(place, if *place == short { "4" } else { "5" })
    });
    match GameFile::parse(&text).and_then(|file| file.rules("3x3")) {
        Ok(AnyFileRules::Narrow(rules)) => rules,
        other => panic!("{other:?}"),
    }
}

/// What the second reader says of a position, or of what a move leads to.
fn opinion(rules: &FileRules<u64>, position: &str, played: Option<&str>) -> String {
    let twin = &rules.twin;
    let position = twin.parse(position).expect("a position");
    match played {
        Some(played) => twin.print(&twin.play(&position, played).expect("it is legal")),
        None => format!("{:?} {:?}", twin.ended(&position), twin.plies(&position)),
    }
}

#[test]
fn a_closure_that_is_too_short_is_found_wherever_it_stands() {
    let right = rules("");
    for (short, place) in [("", "")].into_iter().chain(PLACES) {
        let wrong = rules(short);
        let declared = wrong.declarations();
        let closures: Vec<_> =
            declared.iter().filter(|one| one.sentence.starts_with("closures in")).collect();
        assert_eq!(closures.len(), 3);
        for Declaration { sentence, verdict } in closures {
            if *sentence != format!("closures in {place} are long enough") {
                assert_eq!(*verdict, DeclarationVerdict::Proved, "{short}: {sentence}");
                continue;
            }
            let DeclarationVerdict::Refuted { position, played } = verdict else { panic!("{short}") };
            let [one, other] = [&wrong, &right].map(|rules| opinion(rules, position, played.as_deref()));
            assert!(one != other && played.is_some() == (short == "PLAY"), "{short}: {position}");
        }
    }
}

#[test]
fn a_closure_of_as_many_rounds_as_squares_needs_no_proof() {
    let text = PATHS.replace(", at most n", "").replace("path(own, MOVES)", "path(own, 1)");
    let text = text.replace("PLAY", "1").replace("ENDS", "1");
    let file = GameFile::parse(&text).expect("a file");
    let AnyFileRules::Narrow(rules) = file.rules("3x3").expect("a board") else { panic!("nine squares") };
    assert!(rules.declarations().iter().all(|one| !one.sentence.contains("closures")));
}

/// Moves that keep the numbers of pawns, and others.
#[test]
fn counts_that_moves_keep_are_proved_on_large_boards() {
    let text = "game pawns \"Pawns that go ahead or capture.\"\nboard 7x9\nword own X, opp O\nswap own opp\n\
        turn mirror-ranks\nrequire none(own & rank H) and none(opp & rank 1) and COUNTS\n\
        start own = ranks 1..2, opp = ranks H-1..H\nstep ahead northeast = northeast(own) & FREE\n\
        play own = PLAYED, opp = opp & ~m.to\nlost if any(opp & rank 1) or none(own)\nstuck loses\n";
    let (most, exact) = ("count(own) <= 2*W and count(opp) <= 2*W", "count(own) = 2*W and count(opp) = 2*W");
    for (counts, free, played, is_right) in [
        (most, "~own", "own ^ m.from | m.to", true),
        (most, "~own", "own | m.to", false),
        (most, "~own", "own ^ m.from | m.to | west(m.to) & empty", false),
        (most, "~own", "own ^ m.from | m.to | near(m.to, 1) & empty & rank 2 & file a", false),
        (exact, "empty", "own ^ m.from | m.to", true),
        (exact, "~own", "own ^ m.from | m.to", false),
        (exact, "empty", "own ^ m.from", false),
    ] {
        let text = text.replace("COUNTS", counts).replace("FREE", free).replace("PLAYED", played);
        let file = GameFile::parse(&text).expect("a file");
        let AnyFileRules::Narrow(rules) = file.rules("7x9").expect("a board") else { panic!("63 squares") };
        assert_eq!(keep_positions(&rules), is_right, "{counts}, {free}, {played}");
        let is_refuted =
            rules.declarations().iter().any(|one| matches!(one.verdict, DeclarationVerdict::Refuted { .. }));
        assert_eq!(is_refuted, !is_right, "{counts}, {free}, {played}");
    }
}
