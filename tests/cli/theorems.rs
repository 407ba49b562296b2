//! Books of ACL2: what is written, that it is the same each time, and what is refused. ACL2 certifies such books in `.ci/run`.

use crate::support::run::{Place, Ran};

fn theorem(place: &Place, game: &str, question: &str, flags: &str) -> Ran {
    let mut arguments = vec!["-q", "theorem", game, question];
    arguments.extend(flags.split(' '));
    place.run_arguments(&arguments, "")
}

#[test]
fn a_bound_is_written_with_the_rules_and_a_position_the_same_each_time() {
    let place = Place::new();
    for out in ["one", "other"] {
        let ran = theorem(&place, "breakthrough", "max count(moves)", &format!("--board 5x5 --out {out}"));
        assert_eq!(
            ran.answers(0),
            format!(
                "at-most-26, some-position-has-26 in {out}: verify/theorems/certify {out} certifies it\n"
            )
        );
    }
    for file in ["breakthrough.game", "game.lisp", "theorem.lisp", "theorems.txt"] {
        assert_eq!(place.read(&format!("one/{file}")), place.read(&format!("other/{file}")), "{file}");
    }
    let game = place.read("one/game.lisp");
    let straight = "; step straight north = north(own) & empty\n(defun straight-squares (own opp)\n";
    assert!(game.contains(straight), "{game}");
    let theorem = place.read("one/theorem.lisp");
    let bound = "(implies (positionp own opp) (<= (len (moves own opp)) 26))";
    assert!(theorem.contains(bound), "{theorem}");
}

#[test]
fn the_other_facts_are_written_as_they_were_asked() {
    let place = Place::new();
    let written = |flags: &str, question: &str, game: &str| {
        theorem(&place, game, question, flags).answers(0);
        place.read(&format!("{}/theorem.lisp", flags.rsplit(' ').next().unwrap_or_default()))
    };
    let least = written("--board 4x4 --out least", "min count(empty) where count(moves) >= 20", "clobber");
    assert!(least.contains("(<= 0 (size (set-not (set-or own opp))))"), "{least}");
    let refuted = written("--board 4x4 --out refuted", "count(moves) >= 25", "clobber");
    assert!(refuted.contains("(defthm no-such-position"), "{refuted}");
    let listed = written("--board 4x4 --all --out listed", "count(moves) >= 24", "clobber");
    assert!(listed.contains("(equal (len *answers*) 2)"), "{listed}");
    let never = written("--board 4x4 --out never", "never any(own & dark) and any(own & light)", "konane");
    assert!(never.contains("(defthm no-game-leads-there"), "{never}");
}

#[test]
fn what_is_false_or_not_built_is_said_in_one_line() {
    let place = Place::new();
    let ran = |game: &str, question: &str, flags: &str| theorem(&place, game, question, flags);
    let position = "this position meets the condition: OXOX/XOXO/OXOX/XOXO\n";
    assert_eq!(ran("clobber", "count(moves) >= 24", "--board 4x4 --out x").answers(1), position);
    let never = ran("konane", "never count(empty) = 1", "--board 4x4 --out x");
    assert!(never.answers(1).starts_with("a game leads to "), "{}", never.out());
    ran("clobber", "any(own)", "--board 4x4 --all --out x").refused(&["more than 1000 positions"]);
    ran("clobber", "max count(after(m).moves) for m in moves", "--board 2x2 --out x")
        .refused(&["moves that are chosen"]);
    ran("clobber", "max count(moves)", "--all --out x")
        .refused(&["--all lists the positions that meet a condition"]);
    ran("clobber", "max count(moves)", "--invariant any(own) --out x")
        .refused(&["--invariant: it is for the claim `never C`"]);
    ran("othello", "max count(legal)", "--out x").refused(&["theorem applies to games that are files"]);
    place.write("there", "a file");
    ran("clobber", "max count(moves)", "--out there").refused(&["there is there already"]);
    assert_eq!(place.names(), ["there"]);
    assert_eq!(place.read("there"), "a file");
}
