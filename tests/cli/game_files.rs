//! Games that are text files: every kind of verb takes them, and claims belong to their rules.

use crate::support::run::{Place, run};

/// Clobber, written anew.
pub(crate) const CLOBBER: &str = "game my-clobber \"A stone takes an enemy stone beside it.\"
board 3x2, 4x4, 3x3
word own X, opp O
swap own opp
start own = dark, opp = light
for d in orthogonals:
  step take_d d = d(own) & opp
play own = own ^ m.from | m.to, opp = opp & ~m.to
stuck loses
";

pub(crate) fn with_clobber() -> Place {
    let place = Place::new();
    place.write("my.game", CLOBBER);
    place
}

#[test]
fn every_kind_of_verb_takes_a_file() {
    let place = with_clobber();
    assert_eq!(place.run("-q perft my.game 3").answers(0), "34\nended 2\n");
    assert!(place.run("-q perft my.game 2 --naive --board 3x3").answers(0).starts_with("88"));
    assert!(place.run("games my.game").answers(0).contains("take_north"));
    place.run("show my.game XOX/OXO").answers(0);
    assert!(place.run("reach my.game START").answers(0).contains('0'));
    place
        .run_arguments(&["emit", "my.game", "count(moves) >= 3", "-o", "q.cnf", "--map", "q.json"], "")
        .answers(0);
    assert!(
        place
            .run_arguments(&["solve", "my.game", "count(moves) >= 7"], "")
            .answers(10)
            .contains("s SATISFIABLE")
    );
    assert!(
        place
            .run_arguments(&["solve", "my.game", "count(moves) >= 8"], "")
            .answers(20)
            .contains("s UNSATISFIABLE")
    );
    assert!(place.run_arguments(&["count", "my.game", "count(moves) = 7"], "").answers(0).contains('2'));
    place.run_arguments(&["enumerate", "my.game", "count(moves) = 7", "--out", "list"], "").answers(0);
    place.run("check list").answers(0);
    place.run("retro build my.game --dir table").answers(0);
    assert!(place.run("retro probe my.game START --dir table").answers(0).contains("lost in 4 plies"));
    place.run("retro audit my.game --dir table").answers(0);
    assert!(run("-q perft konane 4").answers(0).starts_with("52"));
}

#[test]
fn a_certificate_belongs_to_the_rules_that_it_holds() {
    let place = with_clobber();
    place.run_arguments(&["prove", "my.game", "max count(moves)", "--out", "cert"], "").answers(0);
    assert_eq!(place.read("cert/rules.game"), CLOBBER);
    assert!(place.run("check cert").answers(0).contains("s VERIFIED"));
    // A blank more, other rules, and no rules at all.
    for text in [format!("{CLOBBER} "), CLOBBER.replace("stuck loses", "stuck wins")] {
        place.write("cert/rules.game", text);
        assert!(!place.run("check cert").out().contains("s VERIFIED"));
    }
    std::fs::remove_file(place.path().join("cert/rules.game")).expect("it was there");
    assert!(!place.run("check cert").out().contains("s VERIFIED"));
}

#[test]
fn a_table_belongs_to_its_rules() {
    let place = with_clobber();
    place.run("retro build my.game --dir table").answers(0);
    place.write("my.game", CLOBBER.replace("stuck loses", "stuck wins"));
    place.run("retro probe my.game START --dir table").refused(&["rules"]);
}

#[test]
fn a_profile_belongs_to_its_rules() {
    let place = Place::new();
    let text = "game pp \"A stone in a corner.\"\nboard 2x2\nword own X, opp O\nswap own opp\n\
                place put = {a1} & empty\nplay own = own | m.to\n";
    let profile = ["profile", "pp.game", "max count(moves)", "--by", "count(own)", "--out", "profile"];
    place.write("pp.game", text);
    place.run_arguments(&profile, "").answers(0);
    place.write("pp.game", text.replace("{a1} & empty", "empty"));
    place.run_arguments(&profile, "").refused(&["profile"]);
}

#[test]
fn errors_name_the_file_the_line_and_the_character() {
    let place = Place::new();
    for (text, says) in [
        ("", "no statement"),
        ("nonsense\n", "line 1, character 1: expected a statement"),
        ("game x \"y\"\nboard 20x3\n", "line 2, character 7"),
        ("game x \"y\"\nboard 3x3\nword own X, own O\n", "line 3, character 13"),
        (
            "game x \"y\"\nboard 3x3\nword own X\nplace p = own & nothing\nplay own = own\n",
            "line 4, character 17",
        ),
        (
            "game x \"y\"\nboard 3x3\nword own X\nplace p = own\n",
            "line 4, character 1: expected a statement `play`",
        ),
        (
            "game x \"y\"\nboard 3x3\nword own X\nplace p = own\nplay own = own, own = own\n",
            "line 5, character 17",
        ),
        (
            "game x \"y\"\nboard 3x4\nword own X\nturn transpose\nplace p = own\nplay own = own\n",
            "line 4, character 1",
        ),
        (
            "game x \"y\"\nboard 3x3\nword own X\nstep p north*9*3 = own\nplay own = own\n",
            "line 4, character 16",
        ),
        ("game x \"y\"\nboard 3x3\nword own X\nplayers 3\n", "line 4, character 9"),
        (
            "game othello \"y\"\nboard 3x3\nword own X\nplace p = empty\nplay own = own\n",
            "the name of a game",
        ),
    ] {
        place.write("bad.game", text);
        place.run("perft bad.game 1").refused(&["bad.game", says]);
    }
    place.run("perft nowhere.game 1").refused(&["nowhere.game"]);
}

#[test]
fn a_symmetry_that_is_none_is_not_used() {
    let place = Place::new();
    let text = "game lopsided \"Stones stand above the first rank.\"\nboard 3x3\nword own X, opp O\nswap own opp\n\
                symmetry transpose\nplace stone = empty & ~rank 1\nplay own = own | m.to\n";
    place.write("l.game", text);
    let most = place.run_arguments(
        &["prove", "l.game", "max count(moves) where own[a3] and none(opp)", "--out", "c"],
        "",
    );
    assert!(most.answers(0).contains("maximum 5"), "{}", most.out());
}

/// A board of three squares with a hole between two of them.
const HOLE: &str = "game gap \"Stones on a row with a hole.\"
board 4x1
squares ~{c1}
word own X
step jump east*2 = east(east(own)) & empty
step walk east = east(own) & empty
play own = own & ~m.from | m.to & ~m.over
start own = {a1}
stuck loses
";

#[test]
fn both_readers_know_holes() {
    let place = Place::new();
    place.write("gap.game", HOLE);
    let most =
        |of: &str| place.run_arguments(&["prove", "gap.game", of, "--out", "c"], "").answers(0).to_owned();
    assert!(most("max count(empty) where own[a1]").contains("maximum 2"));
    std::fs::remove_dir_all(place.path().join("c")).expect("it is there");
    // b1 jumps over the hole to d1, and a1 walks.
    assert!(most("max count(moves)").contains("maximum 1"));
    place.run("perft gap.game 3 --naive").answers(0);
    place.run("games gap.game --check").answers(0);
}

#[test]
fn nothing_is_said_about_games_whose_plies_leave_the_positions() {
    let place = Place::new();
    let text = "game leaving \"A stone too many.\"\nboard 2x2\nword own X, opp O\nswap own opp\n\
                require count(own) + count(opp) <= 2\nplace stone = empty\nplay own = own | m.to\n";
    place.write("leaving.game", text);
    let checked = place.run("games leaving.game --check --games 5 --seed 1");
    assert!(
        checked.answers(1).contains("`stone` leads to positions of the game: no, by "),
        "{}",
        checked.out()
    );
    place.run_arguments(&["solve", "leaving.game", "count(own) = 2", "--plies", "3"], "").refused(&[]);
    place.run("retro build leaving.game --dir t").refused(&["--check says where"]);
    place.write("kept.game", text.replace("<= 2", "<= 4"));
    assert!(place.run("games kept.game --check --games 5 --seed 1").answers(0).contains(": proved"));
}

#[test]
fn what_would_take_for_ever_is_refused() {
    let place = Place::new();
    let head = "game x \"y\"\nboard 19x19\nword own X\n";
    let tail = "place p = empty\nplay own = own\n";
    for line in [
        "place q = repeat(1024, own, S: repeat(1024, S, T: north(T)))\nplay q: own = own\n".to_owned(),
        "for a in 1..1000:\n  for b in 1..1000:\n    for c in 1..0:\n      require none(own)\n".to_owned(),
        format!("place q = {}own{}\nplay q: own = own\n", "closure(own, S: ".repeat(60), ")".repeat(60)),
        format!(
            "require {}count(own){} = 1\n",
            "count(if ".repeat(30),
            " = 1 then own else empty)".repeat(30)
        ),
        "for n in 0-3..1:\n  place p_n = own\n".to_owned(),
        "place hop = own\nplace Hop = empty\n".to_owned(),
        "for W in 1..2:\n  place p_W = own\n".to_owned(),
    ] {
        place.write("long.game", format!("{head}{line}{tail}"));
        let begun = std::time::Instant::now();
        let ran = place.run("perft long.game 1");
        assert!(begun.elapsed().as_secs() < 60, "{line}");
        if !line.contains("closure") {
            ran.refused(&["long.game"]);
        }
    }
}

#[test]
fn a_statement_goes_on_after_a_colon() {
    let place = Place::new();
    let text = CLOBBER.replace(
        "stuck loses",
        "let beside(s) = union d in orthogonals:\n  d(s)\nrequire none(own & opp) or\n  any(beside(own))\nstuck loses",
    );
    place.write("my.game", text);
    assert_eq!(place.run("-q perft my.game 1").answers(0), "7\n");
}

#[test]
fn the_directory_for_answers_names_no_game() {
    let place = Place::new();
    place
        .run_arguments(&["prove", "othello", "max count(legal)", "--board", "4x4", "--out", "hex"], "")
        .answers(0);
    assert!(place.run("check hex").answers(0).contains("s VERIFIED"));
    assert!(!place.names().contains(&"rules.game".to_owned()));
    place
        .run_arguments(&["solve", "othello", "let c = 1: any(own & file c)", "--board", "4x4"], "")
        .refused(&["`c`"]);
}

#[test]
fn the_text_of_a_game_in_the_box_is_one_to_begin_with() {
    let place = Place::new();
    place.write("my.game", place.run("games konane --text").answers(0));
    assert!(place.run("-q perft my.game 4").answers(0).starts_with("52"));
    // The rules in the program are in Rust; the same rules as a file are for reading.
    assert!(place.run("games othello --text").answers(0).starts_with("game othello "));
    place.run("games ostle --text").refused(&["ostle"]);
}

#[test]
fn numbers_of_a_file_are_set_and_belong_to_claims_and_tables() {
    let place = Place::new();
    let perft =
        |rest: &str| place.run(&format!("-q perft connect4 6 --board 4x4{rest}")).answers(0).to_owned();
    assert_eq!(perft(""), perft(",K=4"));
    assert_eq!(perft(",K=3"), place.run("-q perft connect4 6 --set K=3 --board=4x4").answers(0));
    assert!(perft(",K=3").starts_with("3696\nended 108"), "{}", perft(",K=3"));
    for (given, says) in [
        ("--set K=1", "`K` is a number from 2 to 6, not 1"),
        ("--set K=7", "`K` is a number from 2 to 6, not 7"),
        ("--set N=3", "the file has no number `N`"),
        ("--set K", "a number of the file and its value"),
        ("--set K=3 --set K=4", "set twice"),
        ("--set", "--set: expected a value"),
    ] {
        place.run(&format!("perft connect4 1 {given}")).refused(&[says]);
    }
    place
        .run_arguments(
            &["prove", "connect4", "max count(own)", "--set", "K=3", "--board", "3x3", "--out", "c"],
            "",
        )
        .refused(&["3x3"]);
    place
        .run_arguments(
            &["prove", "connect4", "max count(moves)", "--set", "K=3", "--board", "5x3", "--out", "c"],
            "",
        )
        .answers(0);
    assert!(place.run("check c").answers(0).contains("s VERIFIED"));
    let claim = place.read("c/certificate.json");
    assert!(claim.contains("5x3,K=3"), "{claim}");
    place.run("retro build connect4 --board 4x4 --set K=3 --dir t").answers(0);
    assert!(place.run("retro probe connect4 START --dir t").answers(0).contains("won in 9 plies"));
    place.run("retro probe connect4 START --board 4x4 --dir t").refused(&["4x4"]);
}

#[test]
fn positions_of_a_file_are_searched_one_after_the_other() {
    let place = Place::new();
    place.write("positions", "START\n\n# after one ply\nXXX/..O/OO.\nXXX/OOO/...\n");
    place.write("wrong", "START\nXX\n");
    let found = place.run("reach hexapawn --file positions --json").json(1);
    assert_eq!((&found["reachable"], &found["not_reachable"]), (&2.into(), &1.into()));
    let games = [0, 1, 2].map(|at| found["positions"][at]["plies"].as_u64());
    assert_eq!(games, [Some(0), Some(1), None]);
    // Each has the answer that it has alone.
    let alone = place.run("reach hexapawn XXX/OOO/... --strategy search --json").json(1);
    assert_eq!(found["positions"][2]["positions"], alone["positions"]);
    place.run("reach hexapawn --file wrong").refused(&["wrong: line 2: the position"]);
    place.run("reach hexapawn --file positions --positions 1 --json").json(3);
}

#[test]
fn a_game_whose_players_differ_says_who_moves() {
    let place = Place::new();
    let hounds = "F.../..../..../.h.h";
    place.run(&format!("reach fox-and-hounds {hounds}")).answers(0);
    let asked = "second and count(moves) >= 4";
    let solved = place.run_arguments(&["solve", "fox-and-hounds", asked], "");
    assert!(solved.answers(10).contains("the second player to move"), "{}", solved.out());
    let refuted = place.run_arguments(&["solve", "fox-and-hounds", "not second and count(moves) >= 5"], "");
    refuted.answers(20);
    place.run_arguments(&["enumerate", "fox-and-hounds", asked, "--out", "list"], "").answers(0);
    assert!(place.read("list/positions.txt").lines().all(|line| line.ends_with(" second")));
    assert!(place.run("check list").answers(0).contains("s VERIFIED"));
    // The same squares with the other player to move are not an answer.
    let forged = place.read("list/positions.txt").replacen(" second", "", 1);
    place.write("list/positions.txt", forged);
    assert!(!place.run("check list").out().contains("s VERIFIED"));
    place.run("retro build fox-and-hounds --dir t").answers(0);
    assert!(
        place.run("retro probe fox-and-hounds START --dir t").answers(0).contains("lost in 8 plies: Hounds")
    );
    place.run("retro audit fox-and-hounds --dir t").answers(0);
    // Positions of other games do not say who moves.
    place.run_arguments(&["show", "breakthrough", "XXXX/XXXX/OOOO/OOOO second"], "").refused(&["character"]);
}

#[test]
fn a_symmetry_that_changes_scores_is_none() {
    let place = Place::new();
    let game = "game corner \"Most stones on file a.\"\nboard 3x2\nword own X, opp O\nswap own opp\nsymmetry mirror-files\n\
                place stone = empty\nplay own = own | m.to\nstuck draws\nscore SCORE\n";
    for (score, verdict) in [
        ("count(own) - count(opp)", "proved"),
        ("count(own & (file a | file c)) - count(opp & (file a | file c))", "proved"),
        ("count(own & file a) - count(opp & file a)", "mirror-files is a symmetry of the rules: no"),
    ] {
        place.write("corner.game", game.replace("SCORE", score));
        let checked = place.run("games corner.game --check");
        assert!(checked.out().contains(verdict), "{score}: {}", checked.out());
    }
    place.run("retro build corner.game --score --dir t").answers(0);
    assert!(place.run("retro probe corner.game OOX/OXX --dir t").answers(0).contains("-2"));
    assert!(place.run("retro audit corner.game --dir t").answers(0).contains("by the naive game"));
}

#[test]
fn a_puzzle_has_moves_to_its_goal_or_no_solution() {
    let place = Place::new();
    place.run("retro build lights-out --board 3x3 --dir t").answers(0);
    assert!(place.run("retro probe lights-out START --dir t").answers(0).contains("solved in 5 moves"));
    assert!(place.run("retro probe lights-out .../.../... --dir t").answers(0).contains("at the goal"));
    place.run("retro audit lights-out --dir t").answers(0);
    place.run("retro build lights-out --board 4x4 --dir four").answers(0);
    let light = place.run("retro probe lights-out */****/..../.... --dir four");
    light.refused(&["character 2 ends rank 1 after 1 squares"]);
    assert!(
        place.run("retro probe lights-out *.../..../..../.... --dir four").answers(0).contains("no solution")
    );
}

#[test]
fn trees_and_distances_begin_at_any_position() {
    let place = Place::new();
    let counts = |command: &str| -> Vec<u64> {
        let counted = place.run(&format!("retro distances {command} --json")).json(0);
        counted["positions"]
            .as_array()
            .expect("counts")
            .iter()
            .filter_map(serde_json::Value::as_u64)
            .collect()
    };
    // All first moves are one by symmetry, in rules in Rust and in a file.
    let text = "game two \"A stone beside no own stone.\"\nboard 2x3\nword own X, opp O\nswap own opp\nsymmetry mirror-files\n\
                start own = {a3, b3}\nplace stone = empty & rank 1 & ~near(own, 1)\nplay own = own | m.to\n";
    place.write("two.game", text);
    for (game, first) in [("othello --board 4x4", "----OOO--OX-----"), ("two.game", "O./../OO")] {
        let all = counts(game);
        let from = counts(&format!("{game} --position {first}"));
        assert_eq!((all[..2].to_vec(), &all[1..]), (vec![1, 1], &from[..]), "{game}");
    }
    assert_eq!(counts("two.game --position START"), counts("two.game"));
    // A board whose positions are too many to be numbered or listed, from a late position.
    let late = "XO.O..../......../......../......../......../......../......../.....XO.";
    assert_eq!(counts(&format!("konane --board 8x8 --position {late}")), [1, 3, 3, 2]);
    assert_eq!(
        place.run(&format!("-q perft konane 3 --board 8x8 --position {late}")).answers(0),
        "4\nended 2\n"
    );
    place.run("retro distances two.game --position XX").refused(&["rank"]);
    place.run("retro distances two.game --position START --plan").refused(&["--plan"]);
    place.run("retro distances ostle --dir t --position START").refused(&["--position"]);
}

/// A position with more moves than the second reader takes: what cannot be judged is neither an answer nor a claim.
#[test]
fn nothing_is_said_about_positions_that_cannot_be_judged() {
    let place = Place::new();
    let text = "game many \"Fifteen ways.\"\nboard 19x19\nword own X, opp O\nswap own opp\n\
                for n in 1..15:\n  place q_n = board\nplay own = own | m.to, opp = opp & ~m.to\nstuck loses\n";
    place.write("many.game", text);
    let solve = place.run_arguments(&["solve", "many.game", "count(own) >= 1"], "");
    solve.refused(&["more than 5000 moves"]);
    let prove = place.run_arguments(&["prove", "many.game", "max count(own & corners)", "--out", "c"], "");
    prove.refused(&["more than 5000 moves"]);
    assert!(!place.path().join("c").exists());
}

/// The file is named behind the verb, and flags may stand before it.
#[test]
fn a_model_is_decoded_with_the_file_of_its_game() {
    let place = Place::new();
    let text = "game alone \"No stone beside an own stone.\"\nboard 3x3\nword own X, opp O\nswap own opp\n\
                place stone = empty & ~near(own, 1)\nplay own = own | m.to\n";
    place.write("alone.game", text);
    let emit = ["emit", "alone.game", "count(own) = 9", "-o", "q.cnf", "--map", "q.map.json"];
    place.run_arguments(&emit, "").answers(0);
    let model = place.run("solve --cnf q.cnf").answers(10).to_owned();
    place.write("model", model);
    for asked in [
        "decode alone.game --map q.map.json model --json",
        "--json decode alone.game --map q.map.json model",
        "-q --json decode --map q.map.json alone.game model",
    ] {
        assert_eq!(place.run(asked).json(0)["witness"]["position"], "XXX/XXX/XXX", "{asked}");
    }
}

/// Nor is a limit of the second reader a disagreement.
#[test]
fn what_the_second_reader_cannot_judge_is_no_disagreement() {
    let place = Place::new();
    let text = "game later \"Fifteen ways from the second ply on.\"\nboard 19x19\nword own X, opp O\nswap own opp\n\
                for n in 1..15:\n  place q_n = if any(opp) then board else rank 1\n\
                play own = own | m.to, opp = opp & ~m.to\nstuck loses\n";
    place.write("later.game", text);
    place.write("one.txt", "a1\n");
    for asked in [
        "perft later.game 1 --naive",
        "games later.game --check --games 1 --seed 1",
        "replay later.game a1",
        "replay later.game --file one.txt --errors",
    ] {
        let ran = place.run(asked);
        ran.complains(&[": the naive twin does not judge it: ", "more than 5000 moves"]);
        assert!(
            ran.code == Some(2) && !ran.err.contains("disagree") && !ran.err.contains("wrong"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn a_general_game_has_the_answers_of_its_instances() {
    let place = Place::new();
    assert_eq!(
        place.run("-q perft tic-tac-toe 5").answers(0),
        place.run("-q perft mnk 5 --board 3x3").answers(0)
    );
    // A claim can lie in a directory that has the name of the game.
    place.run_arguments(&["prove", "tic-tac-toe", "max count(own)", "--out", "tic-tac-toe"], "").answers(0);
    assert!(place.run("check tic-tac-toe").answers(0).contains("s VERIFIED"));
    for (shape, says) in [(1, "won in 3 plies"), (5, "drawn"), (8, "won in 9 plies")] {
        let dir = format!("httt{shape}");
        place.run(&format!("retro build httt --set SHAPE={shape} --dir {dir}")).answers(0);
        let probe = place.run(&format!("retro probe httt START --dir {dir}"));
        assert!(probe.answers(0).contains(says), "{shape}: {}", probe.out());
    }
}

/// A problem of tests/data/bddl, by its path.
fn bddl(problem: &str) -> String {
    format!("{}/tests/data/bddl/{problem}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_bddl_problem_is_a_game_like_any_other() {
    let place = Place::new();
    let problem = bddl("breakthrough/2x4_13.ig");
    assert_eq!(place.run_arguments(&["-q", "perft", &problem, "2"], "").answers(0), "6\n");
    assert!(
        place.run_arguments(&["games", &problem, "--text"], "").answers(0).starts_with("# BDDL depth 13")
    );
    place.run_arguments(&["retro", "build", &problem, "--dir", "t"], "").answers(0);
    assert!(place.read("t/rules.game").contains("game breakthrough-2x4-13 "));
    // Black does not win.
    let probe = place.run_arguments(&["retro", "probe", &problem, "START", "--dir", "t"], "");
    assert!(probe.answers(0).contains("lost in"));
    // Wins within the plies of the problem, and not within fewer.
    let problem = bddl("hex/hein_04_3x3-05.pg");
    place.run_arguments(&["retro", "build", &problem, "--dir", "hex"], "").answers(0);
    let probe = place.run_arguments(&["retro", "probe", &problem, "START", "--dir", "hex"], "");
    assert!(probe.answers(0).contains("won in 5 plies"));
}

#[test]
fn the_domain_of_a_bddl_problem_can_be_named() {
    let place = Place::new();
    let text = std::fs::read_to_string(bddl("httt/3x3_3_domino.ig")).expect("a problem");
    place.write("p.ig", &text);
    place.run("perft p.ig 1").refused(&["domain.ig"]);
    let domain = bddl("httt/domain.ig");
    let shown = place.run_arguments(&["games", "p.ig", "--domain", &domain, "--text"], "");
    assert!(shown.answers(0).contains("game httt-p "), "{}", shown.out());
    place.write("p.ig", text.replace("3 3", "3 z"));
    let wrong = place.run_arguments(&["perft", "p.ig", &format!("--domain={domain}"), "1"], "");
    wrong.refused(&["p.ig: line 2, character 3: expected a number"]);
}
