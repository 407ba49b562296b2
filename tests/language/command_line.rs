//! Questions on the command line: known answers, and bad input.

use crate::program::{refusal, run_in};
use crate::support::seal::seal;
use assert_cmd::Command;
use std::fs;
use std::path::Path;

fn clauses(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a file");
    text.lines().filter(|line| !line.starts_with("c ")).map(str::to_owned).collect()
}

#[test]
fn the_clauses_are_those_of_the_named_question() {
    let place = tempfile::tempdir().expect("a directory");
    for (breaks, expected) in [(false, "p cnf 849 2278"), (true, "p cnf 1338 3684")] {
        let breaking: &[&str] = if breaks { &["--symmetry-breaking"] } else { &[] };
        let question =
            [&["-q", "emit", "othello", "count(legal) >= 35", "-o", "asked.cnf"], breaking].concat();
        let named =
            [&["-q", "emit", "othello.mobility", "--at-least", "35", "-o", "named.cnf"], breaking].concat();
        assert_eq!(run_in(place.path(), &question).code, 0);
        assert_eq!(run_in(place.path(), &named).code, 0);
        let asked = clauses(&place.path().join("asked.cnf"));
        assert_eq!(asked[0], expected);
        assert_eq!(asked, clauses(&place.path().join("named.cnf")));
    }
}

#[test]
fn bounds_are_proved_and_checked() {
    let place = tempfile::tempdir().expect("a directory");
    for (game, question, board, expected) in [
        ("othello", "max count(flips(m)) for m in legal", "4x4", "maximum 6:"),
        ("othello", "max count(flips(m)) for m in legal", "6x6", "maximum 12:"),
        ("othello", "max count(legal) - count(their)", "4x4", "maximum 7:"),
        ("othello", "min count(occupied) where over", "4x4", "minimum 4:"),
        ("othello", "min count(own) - count(opp) where any(legal)", "4x4", "minimum -"),
        ("ostle", "max count(moves)", "3x3", "maximum 15:"),
        ("go", "max count(legal) - count(their)", "2x2", "maximum "),
    ] {
        let ran = run_in(place.path(), &["-q", "prove", game, question, "--board", board, "--out", "cert"]);
        assert_eq!(ran.code, 0, "{question}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(expected), "{question} {expected}: {}", ran.out);
        let checked = run_in(place.path(), &["-q", "check", "cert"]);
        assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
        assert!(checked.out.contains(expected), "{}", checked.out);
    }
}

#[test]
fn a_condition_that_nothing_meets_ends_with_1() {
    let place = tempfile::tempdir().expect("a directory");
    let question = ["-q", "prove", "othello", "max count(empty) where count(legal) >= 12", "--board", "4x4"];
    let ran = run_in(place.path(), &[&question[..], &["--out", "cert"]].concat());
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("there is no such position at all"));
}

#[test]
fn lists_counts_cubes_and_answers() {
    let place = tempfile::tempdir().expect("a directory");
    let run = |arguments: &[&str]| {
        let ran = run_in(place.path(), arguments);
        assert_eq!(ran.code, 0, "{arguments:?} {}{}", ran.out, ran.err);
        ran
    };
    let ostle =
        ["enumerate", "ostle", "count(moves) >= 16", "--board", "3x3", "--lose-at", "0", "--up-to-symmetry"];
    let listed = run(&[&ostle[..], &["--out", "list"]].concat());
    assert!(listed.out.contains("complete: 1 positions"), "{}", listed.out);
    assert!(listed.err.contains("symmetries that leave the question unchanged: identity, files mirrored"));
    run(&["check", "list"]);
    // Of 8,503,056 positions; tests/language/generated.rs looks at each of them.
    assert_eq!(run(&["-q", "count", "othello", "over", "--board", "4x4"]).out, "111822\n");
    run(&["-q", "cube", "othello", "count(legal) >= 10", "--board", "4x4", "--count", "2", "--out", "cubes"]);
    run(&["-q", "run-cube", "cubes", "0"]);
    run(&["-q", "run-cube", "cubes", "1"]);
    run(&["-q", "check", "cubes"]);
    // An answer of an external solver.
    fs::write(place.path().join("question.txt"), "some m in legal:\n  none(after(m).legal)\n")
        .expect("a file");
    let emit = ["-q", "emit", "othello", "@question.txt", "--board", "4x4"];
    run(&[&emit[..], &["-o", "q.cnf", "--map", "q.json"]].concat());
    let solved = run_in(place.path(), &["solve", "othello", "@question.txt", "--board", "4x4"]);
    assert_eq!(solved.code, 10, "{}{}", solved.out, solved.err);
    fs::write(place.path().join("model.txt"), &solved.out).expect("a file");
    run(&["-q", "decode", "--map", "q.json", "model.txt"]);
    let words = run(&["games", "othello"]).out;
    assert!(words.contains("word      flips(m)  the discs that a move turns"), "{words}");
}

#[test]
fn bad_questions_are_one_line_with_the_place() {
    let complaint = |question: &str| refusal(&["solve", "othello", question]);
    for (question, expected) in [
        ("foo > 3", "character 1: `foo` is unknown: there is own, opp, their, flips(m), legal, moves,"),
        ("count(own) >= opp", "character 15: expected a number such as count(...), found a word"),
        ("own and opp", "character 1: expected a condition, found a word"),
        ("own[i9]", "character 5: `i9` is not on the 8x8 board"),
        ("any(rank 9)", "character 5: rank 9 is not on the board: it has ranks 1 to 8"),
        ("any(file k)", "character 5: file k is not on the board: it has files a to h"),
        ("3 >= 2", "character 1: the question does not depend on the position"),
        ("count(board) = 64", "character 1: the question does not depend on the position"),
        ("all m in legal & {}: over", "character 10: no move can be in this set, whatever the position"),
        ("some own in legal: over", "character 6: `own` is already a name: choose another one"),
        ("some m in own: over", "character 11: expected a set of moves, such as `moves`, found a word"),
        ("any(flips(own))", "character 11: expected a move, bound by `some`, `all` or `for`, found a word"),
        (
            "any(flips)",
            "character 5: expected a word of a position, found `flips`, which is a word of a move: write flips(m)",
        ),
        ("let x = x: any(x)", "character 9: `x` is unknown"),
        ("max count(legal)", "ask here for `count(legal) >= K`"),
        ("min count(own) where over", "ask here for `count(own) <= K`"),
        ("\u{f6}", "character 1: a question cannot have 'ö'"),
        ("", "character 1: expected a name"),
    ] {
        let found = complaint(question);
        assert!(found.contains(expected), "{question}: {found}");
    }
    assert!(complaint(&"(".repeat(10_000)).contains("nested more than 64 deep"));
    assert!(complaint(&" ".repeat(20_000)).contains("at most 16384 are read"));
    let doubled: Vec<String> = (0..40).map(|n| format!("let x{n} = x{} | x{}: ", n - 1, n - 1)).collect();
    let doubled = doubled.concat().replace("x-1", "own") + "any(x39)";
    assert!(
        complaint(&doubled).contains("the question has more than 20000 parts"),
        "{}",
        complaint(&doubled)
    );
    let far = "all a in legal: all b in after(a).legal: all c in after(b).legal: true";
    assert!(complaint(far).contains("at most 5000"));
    assert!(refusal(&["prove", "othello", "over", "--out", "x"]).contains("a condition has no bound"));
    assert!(refusal(&["solve", "othello", "@missing.txt"]).contains("cannot read missing.txt"));
    assert!(refusal(&["solve", "othello"]).contains("<QUESTION>"));
}

#[test]
fn a_file_with_nul_or_megabytes_is_one_line() {
    let place = tempfile::tempdir().expect("a directory");
    for (contents, expected) in [
        (b"own[d3]\0".to_vec(), "character 8: a question cannot have '\\0'"),
        (vec![b'('; 3 << 20], "more than 65536 bytes"),
        (vec![0xff, 0xfe], "UTF-8"),
    ] {
        fs::write(place.path().join("q.txt"), contents).expect("a file");
        let ran = run_in(place.path(), &["emit", "othello", "@q.txt", "-o", "q.cnf"]);
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{}", ran.err);
        assert!(ran.err.contains(expected), "{}", ran.err);
        assert!(!place.path().join("q.cnf").exists());
    }
}

#[test]
fn definitions_are_expanded_in_certificates() {
    let place = tempfile::tempdir().expect("a directory");
    let definitions =
        "# of the player to move\nlet ahead = count(own) - count(opp)\nlet done(m) = none(after(m).legal)\n";
    fs::write(place.path().join("words.txt"), definitions).expect("a file");
    let question = "max ahead where all m in legal: done(m)";
    let arguments = ["prove", "othello", question, "--define", "words.txt", "--board", "4x4", "--explain"];
    let ran = run_in(place.path(), &[&arguments[..], &["--out", "cert"]].concat());
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let says = "the largest value of the number in `own` minus the number in `opp`, among positions in which for every \
                move `m` of `legal`: nothing is in `legal` after `m`";
    for expected in
        [says, "    gates  variables    clauses  part", "a position", "all, with the words that answers show"]
    {
        assert!(ran.err.contains(expected), "{expected}: {}", ran.err);
    }
    assert!(
        ran.out.contains("othello 'ahead >= 16 and (all m in legal: done(m))' --board 4x4\n"),
        "{}",
        ran.out
    );
    fs::remove_file(place.path().join("words.txt")).expect("the file");
    let certificate = fs::read_to_string(place.path().join("cert/certificate.json")).expect("a certificate");
    assert!(certificate.contains("max count(own) - count(opp) where all m in legal: none(after(m).legal)"));
    let checked = run_in(place.path(), &["-q", "check", "cert"]);
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert!(checked.out.contains("count(own) - count(opp) >= 16 and (all m in legal"), "{}", checked.out);
    fs::write(place.path().join("circle.txt"), "let a = b\nlet b = ~a\n").expect("a file");
    fs::write(place.path().join("taken.txt"), "let own = opp\n").expect("a file");
    for (file, expected) in [
        ("circle.txt", "--define: line 1, character 5: a definition refers to itself: a, b, a"),
        ("taken.txt", "--define: `own` is already a word of the game"),
        ("missing.txt", "cannot read missing.txt"),
    ] {
        let ran = run_in(place.path(), &["solve", "othello", "any(own)", "--define", file]);
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{}", ran.err);
        assert!(ran.err.contains(expected), "{}", ran.err);
    }
}

#[test]
fn a_question_that_is_not_quoted_says_so() {
    let said =
        refusal(&["solve", "othello", "own[a1]", "and", "count(own)", "-", "1", ">", "2", "--board", "4x4"]);
    assert!(
        said.contains("has more than one word: quote it, as in 'own[a1] and count(own) - 1 > 2'"),
        "{said}"
    );
    let said = refusal(&["perft", "othello", "3", "4"]);
    assert!(said.contains("unexpected argument '4'"), "{said}");
}

/// A square or a direction in a question leaves fewer symmetries than the rules have.
#[test]
fn lost_symmetries_are_remarked_on() {
    let place = tempfile::tempdir().expect("a directory");
    let remark = "symmetries that leave the question unchanged: identity, files and ranks exchanged; 2 of 8, as it is written";
    let question = "count(legal) >= 8 and own[a1] = own[a1]";
    let listed = ["enumerate", "othello", question, "--board", "4x4", "--up-to-symmetry", "--json"];
    let solved = ["solve", "othello", question, "--board", "4x4", "--symmetry-breaking", "--json"];
    for arguments in [&listed[..], &solved] {
        let ran = run_in(place.path(), arguments);
        assert!(ran.err.contains(remark), "{arguments:?}: {}", ran.err);
        let last = ran.out.lines().last().expect("an answer");
        let answer: serde_json::Value = serde_json::from_str(last).expect("JSON");
        assert_eq!(answer["remarks"], serde_json::json!([remark]), "{last}");
    }
    // Games keep four of the eight; nothing is lost here.
    let games =
        ["solve", "othello", "count(legal) >= 3", "--board", "4x4", "--reachable", "--discs", "6", "--json"];
    let ran = run_in(place.path(), &games);
    assert!(!ran.err.contains("symmetries") && !ran.out.contains("remarks"), "{}{}", ran.err, ran.out);
}

/// Games without moves, whose positions are bits of one variable or of none.
#[test]
fn games_without_moves_are_listed() {
    let place = tempfile::tempdir().expect("a directory");
    let asked =
        ["enumerate", "othello", "count(occupied) = 4", "--board", "4x4", "--reachable", "--discs", "4"];
    for (more, expected) in [
        (&[][..], "-----OX--XO-----\ncomplete: 1 positions, and no others; proof checked\n"),
        (
            &["--any-order"],
            "-----OX--XO-----\n-----XO--OX----- pass\ncomplete: 2 positions, and no others; proof checked\n",
        ),
    ] {
        let ran = run_in(place.path(), &[&asked[..], more].concat());
        assert_eq!((ran.code, ran.out.as_str()), (0, expected), "{}", ran.err);
        // What was printed is a list to begin with.
        fs::write(place.path().join("list.txt"), &ran.out).expect("a file");
        let again =
            run_in(place.path(), &[&asked[..], more, &["--from", "list.txt", "--out", "cert"]].concat());
        assert_eq!(again.code, 0, "{}{}", again.out, again.err);
        assert_eq!(run_in(place.path(), &["check", "cert"]).code, 0);
        fs::remove_dir_all(place.path().join("cert")).expect("the certificate");
    }
    // A variant whose pieces do not fill a rank has a start as well.
    let ostle =
        ["-q", "solve", "ostle", "count(moves) > 1", "--board", "3x3", "--pieces", "2", "--plies", "2"];
    let ran = run_in(place.path(), &ostle);
    assert_eq!(ran.code, 10, "{}{}", ran.out, ran.err);
}

#[test]
fn flags_of_games_are_never_ignored() {
    let (every_length, most) = ("it does not go with games of every length", "max count(legal)");
    let by = ["--by", "count(own)", "--out", "p"];
    for (arguments, expected) in [
        (&["prove", "othello", most, "--reachable", "--any-order", "--out", "c"][..], every_length),
        (&["prove", "othello", "max count(own)", "--reachable", "--any-order", "--out", "c"], every_length),
        (
            &[
                "profile",
                "othello",
                most,
                "--reachable",
                "--any-order",
                "--by",
                "count(occupied)",
                "--out",
                "p",
            ],
            every_length,
        ),
        (
            &[
                "emit",
                "othello",
                "over",
                "--reachable",
                "--any-order",
                "--transition-system",
                "--format",
                "aag",
            ],
            every_length,
        ),
        (&["solve", "othello", "over", "--discs", "9", "--no-passes"], "--no-passes: it needs --reachable"),
        (
            &[&["profile", "othello", most, "--reachable", "--plies", "5", "--last-steps", "3"], &by[..]]
                .concat(),
            "need not be an answer, so answers are not listed or counted, and have no exact bound",
        ),
    ] {
        let said = refusal(&[arguments, &["--board", "4x4"]].concat());
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
}

#[test]
fn an_explained_profile_is_the_same_profile() {
    let place = tempfile::tempdir().expect("a directory");
    let arguments = ["profile", "othello", "max count(legal)", "--board", "4x4", "--by", "count(their)"];
    let profile = |more: &[&str]| run_in(place.path(), &[&arguments[..], &["--out", "p"], more].concat());
    let explained = profile(&["--explain"]);
    let plain = profile(&[]);
    assert_eq!((explained.code, plain.code), (0, 0), "{}{}", explained.err, plain.err);
    assert_eq!(explained.out, plain.out);
}

/// A certificate whose witness answers a question for one less than is claimed.
fn with_lower_witness(text: &str) -> String {
    let part = text.find("\"part\": \"witness\"").expect("a witness");
    let behind = |key: &&str| text[part..].find(*key).map(|place| part + place + key.len());
    let start = ["\"at_least\": ", "\"bound\": "].iter().filter_map(behind).min().expect("a bound");
    let end = start + text[start..].find(|digit: char| !digit.is_ascii_digit()).expect("more");
    let number: u32 = text[start..end].parse().expect("a number");
    format!("{}{}{}", &text[..start], number - 1, &text[end..])
}

/// A certificate that has its last part twice, with files of its own.
fn with_last_part_twice(text: &str, directory: &std::path::Path) -> String {
    let start = text.rfind("    {\n      \"part\": \"refutation\"").expect("a refutation");
    let end = text.rfind("\n  ]").expect("an end");
    let mut again = text[start..end].to_owned();
    for file in ["cnf", "map", "proof"] {
        let key = format!("\"{file}\": \"");
        let (before, name) = again.split_once(&key).expect("a file");
        let (name, behind) = name.split_once('"').expect("a name");
        std::fs::copy(directory.join(name), directory.join(format!("again-{name}"))).expect("a copy");
        again = format!("{before}{key}again-{name}\"{behind}");
    }
    format!("{},\n{again}{}", &text[..end], &text[end..])
}

#[test]
fn bounds_on_what_games_reach() {
    let place = tempfile::tempdir().expect("a directory");
    for (question, expected) in [
        ("max count(legal)", "maximum 6 legal moves in reachable positions"),
        ("min count(occupied) where over", "in reachable positions: othello"),
        ("max count(flips(m)) for m in legal", "refuted"),
    ] {
        let arguments =
            ["-q", "prove", "othello", question, "--reachable", "--board", "4x4", "--out", "cert"];
        let ran = run_in(place.path(), &arguments);
        assert_eq!(ran.code, 0, "{question}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(expected), "{question} {expected}: {}", ran.out);
        let checked = run_in(place.path(), &["-q", "check", "cert"]);
        assert_eq!(checked.code, 0, "{question}: {}{}", checked.out, checked.err);
        let text =
            std::fs::read_to_string(place.path().join("cert/certificate.json")).expect("a certificate");
        let refused = |forged: &str, says: &str| {
            std::fs::write(place.path().join("cert/certificate.json"), forged).expect("a file");
            seal(&place.path().join("cert"));
            let ran = run_in(place.path(), &["-q", "check", "cert"]);
            assert!(ran.code == 1 && ran.out.contains(says), "{question}: {}{}", ran.out, ran.err);
        };
        refused(&with_lower_witness(&text), "which is another question");
        refused(&with_last_part_twice(&text, &place.path().join("cert")), "is not needed");
    }
    let never = [
        "-q",
        "prove",
        "othello",
        "max count(own) where none(occupied & {d4})",
        "--reachable",
        "--board",
        "4x4",
    ];
    let ran = run_in(place.path(), &[&never[..], &["--discs", "16", "--out", "cert2"]].concat());
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    for (arguments, expected) in [
        (&["solve", "othello", "over", "--reachable"][..], "give the length of the games with --plies N"),
        (
            &["solve", "othello", "over", "--plies", "3", "--discs", "7"],
            "--plies: it does not go with --discs",
        ),
        (&["solve", "othello", "over", "--reachable", "--discs", "3"], "3 pieces: a game has 4 at the start"),
        (&["solve", "othello", "over", "--plies", "4000"], "games of at most 400 are stated"),
        (
            &["solve", "ostle", "over", "--discs", "3"],
            "--discs belongs to othello.mobility, othello, not to ostle",
        ),
        (
            &["emit", "othello", "over", "--transition-system", "--format", "aig", "-o", "x"],
            "it needs --reachable",
        ),
        (
            &["prove", "ostle", "max count(moves)", "--reachable", "--out", "x"],
            "nothing says how long the games are",
        ),
    ] {
        let found = refusal(arguments);
        assert!(found.contains(expected), "{arguments:?}: {found}");
    }
}

#[test]
fn a_transition_system_is_emitted_for_games_of_one_kind_of_moves_and_of_several() {
    let place = tempfile::tempdir().expect("a directory");
    for (game, board, question) in
        [("othello", "4x4", "count(legal) >= 6"), ("ostle", "3x3", "over and lost")]
    {
        for (format, file) in [("aag", "s.aag"), ("btor2", "s.btor2")] {
            let arguments =
                ["-q", "emit", game, question, "--board", board, "--reachable", "--transition-system"];
            let ran = run_in(place.path(), &[&arguments[..], &["--format", format, "-o", file]].concat());
            assert_eq!(ran.code, 0, "{game}: {}{}", ran.out, ran.err);
        }
        let text = fs::read_to_string(place.path().join("s.aag")).expect("a file");
        let input = if game == "ostle" { "i0 move-up[a1]" } else { "i0 move[a1]" };
        assert!(text.contains(input), "{}", text.lines().rev().take(40).collect::<Vec<_>>().join("\n"));
    }
}

#[test]
fn a_profile_goes_on_where_it_stopped() {
    let place = tempfile::tempdir().expect("a directory");
    let arguments = [
        "-q",
        "profile",
        "othello",
        "max count(legal)",
        "--board",
        "4x4",
        "--by",
        "count(occupied)",
        "--out",
        "p",
    ];
    let ran = run_in(place.path(), &arguments);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_eq!(ran.out.lines().count(), 18, "{}", ran.out);
    assert!(
        ran.out.contains("     3  no position") && ran.out.contains("every bound is exact"),
        "{}",
        ran.out
    );
    fs::remove_file(place.path().join("p/class-7.json")).expect("a class");
    let again = run_in(place.path(), &arguments);
    let csv = run_in(place.path(), &[&arguments[..], &["--csv"]].concat());
    let rows: Vec<&str> = csv.out.lines().collect();
    assert_eq!((csv.code, rows.len(), rows[0]), (0, 18, "class,value,closed,position"), "{}", csv.err);
    assert_eq!(rows[4], "3,,true,");
    for (row, line) in rows[1..].iter().zip(again.out.lines()) {
        let cells: Vec<&str> = row.split(',').collect();
        let expected = line.replace("no position", "").split_whitespace().collect::<Vec<_>>().join(" ");
        let found = [cells[0], cells[1], cells[3]].join(" ");
        assert_eq!((found.trim(), cells[2]), (&*expected, "true"));
    }
    let both = run_in(place.path(), &[&arguments[..], &["--csv", "--json"]].concat());
    assert!(both.code == 2 && both.err.contains("--csv and --json"), "{}", both.err);
    assert_eq!((again.code, again.out), (0, ran.out));
    let path = place.path().join("p/class-8.json");
    let entry = fs::read_to_string(&path).expect("a class");
    fs::write(&path, entry.replacen("\"value\": ", "\"value\": 1", 1)).expect("a file");
    let damaged = run_in(place.path(), &arguments);
    assert_eq!((damaged.code, damaged.err.lines().count()), (2, 1), "{}", damaged.err);
    let other = [
        "-q",
        "profile",
        "othello",
        "max count(their)",
        "--board",
        "4x4",
        "--by",
        "count(own)",
        "--out",
        "p",
    ];
    assert_eq!(run_in(place.path(), &other).code, 2);
}

#[test]
fn the_shell_answers_line_by_line() {
    let place = tempfile::tempdir().expect("a directory");
    let lines =
        "max count(legal)\nlet many = count(legal) >= 9\nmany\ncount(legal) = 8\nfoo\nwords\nquit\nover\n";
    let output = Command::cargo_bin("certamen")
        .expect("a program")
        .current_dir(place.path())
        .args(["-q", "ask", "othello", "--board", "4x4"])
        .write_stdin(lines)
        .output()
        .expect("it runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    // A mistake does not end the shell; its end says that there was one.
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    for expected in [
        "maximum 8: othello 'max count(legal)' --board 4x4 --symmetry-breaking; 9 refuted, proof checked",
        "no position: othello 'many' --board 4x4",
        "X to move: 8 legal moves",
        "flips(m)  the discs that a move turns",
    ] {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    assert!(err.contains("character 1: `foo` is unknown") && err.lines().count() == 1, "{err}");
    assert!(!out.contains("'over'"), "nothing is read after `quit`: {out}");
}
