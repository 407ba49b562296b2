//! Bad usage: exit code 2, nothing on standard output, and one line with the reason.

use crate::support::run::{Place, Ran, program, run};

#[test]
fn bad_usage_is_one_line() {
    for (arguments, says) in [
        ("frobnicate", "frobnicate"),
        ("emit", "emit: give one of othello.mobility, "),
        ("emit othello.mobilty", "not to othello.mobilty; did you mean `othello.mobility`?"),
        ("emit Othello.Mobility", "did you mean `othello.mobility`?"),
        ("othello", "a verb comes first, as in `certamen emit othello`"),
        ("Othello F5D6", "there is no verb `Othello`: a verb comes first, as in `certamen emit othello`"),
        ("reply othello F5", "'replay'"),
        ("games Othello", "there is no game `Othello`: expected one of othello, "),
        ("games Othello", "did you mean `othello`?"),
        ("games othello --board 5x5", "4x4, 6x6 and 8x8"),
        ("games queens --board 5x5", "no game"),
        ("emit othello.mobility --at-lest 3", "'--at-least'"),
        ("emit othello.mobility --format dimcas", "'dimacs'"),
        ("convert othello games --to gfg -o x", "did you mean `ggf`?"),
        ("emit chess.mobility", "chess.mobility"),
        ("emit othello.mobility --board 5x5", "5x5"),
        ("emit othello.mobility --board", "--board"),
        ("emit othello.mobility --at-least many", "many"),
        ("emit othello.mobility --at-least -1", "-1"),
        ("emit othello.mobility --at-least 4294967296", "4294967296"),
        ("emit othello.mobility --at-least 65", "64 squares"),
        ("emit othello.mobility --board 4x4 --at-least 17", "16 squares"),
        ("emit othello.mobility --empties 65", "--empties 65"),
        ("emit othello.mobility --format cnf", "cnf"),
        ("emit othello.mobility --at-least 3 --at-least 4", "--at-least"),
        ("emit othello.mobility --format btor2 --map m.json", "--map"),
        ("emit othello.mobility --format smt2 --full", "--full"),
        ("emit othello.mobility -o same --map same", "same"),
        ("emit othello.mobility --map -", "same file"),
        ("solve othello.mobility --time-limit 0", "--time-limit"),
        ("solve othello.mobility --time-limit -1", "-1"),
        ("solve othello.mobility --time-limit nan", "nan"),
        ("solve othello.mobility --time-limit inf", "inf"),
        ("solve othello.mobility --time-limit soon", "soon"),
        ("solve othello.mobility --proof-format binary", "--proof"),
        ("solve othello.mobility --board 4x4 --at-least 9 --proof -", "--proof"),
        // What is wrong is said before what is missing.
        ("cube othello.mobility", "--out"),
        ("cube othello.mobility --board 5x5", "5x5"),
        ("cube othello count(lgal)>=3", "lgal"),
        ("plan cube othello.mobility --board 5x5", "5x5"),
        ("plan cube othello count(lgal)>=3", "lgal"),
        ("retro build othello --board 5x5", "4x4, 6x6 and 8x8"),
        ("retro probe ostle --board 6x6", "ostle is played on 3x3, 4x4 and 5x5"),
        ("convert othello games --board 5x5", "4x4, 6x6 and 8x8"),
        ("replay ostle --board 6x6", "ostle is played on 3x3, 4x4 and 5x5"),
        ("show go --board 9", "expected two sides"),
        ("perft push-fight --board 4x4", "--board 4x4: games and positions are on 8x4"),
        ("prove othello.mobility --objective fame --out x", "fame"),
        ("prove othello.mobility --reachable --discs 9 --last-steps 3 --out x", "have no exact bound"),
        ("prove othello.mobility --discs 3 --out x", "4 to 64"),
        ("check", "<DIR>"),
        ("check directory --cnf m.cnf --proof m.lrat", "--cnf"),
        ("check --cnf m.cnf", "--proof"),
        ("check --proof m.lrat", "--cnf"),
        ("decode", "--map"),
        ("decode --map - -", "standard input"),
        ("replay", "replay: give one of othello, "),
        ("replay othello", "<RECORD>"),
        ("replay chess E4", "chess"),
        ("replay othello F5 --file games.txt", "--file"),
        ("replay othello --borad", "--borad"),
        ("perft othello", "<DEPTH>"),
        ("perft othello deep", "deep"),
        ("perft othello -1", "-1"),
        ("perft othello 61", "61"),
        ("show othello", "<POSITION>"),
        ("completions sh", "sh"),
        ("games more", "more"),
        ("games --yaml", "--yaml"),
    ] {
        let ran = run(arguments);
        assert_eq!(ran.code, Some(2), "{arguments}: {ran:?}");
        ran.refused(&[says]);
        assert_eq!(ran.err.lines().count(), 1, "{arguments}: {}", ran.err);
    }
}

#[test]
fn bad_usage_is_the_same_with_json() {
    run("emit othello.mobility --board 5x5 --json").refused(&["5x5"]);
    run("solve othello.mobility --at-least 65 --json").refused(&["64 squares"]);
}

#[test]
fn the_program_without_a_command_prints_its_help() {
    let ran = Ran::of(&mut program());
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("Usage: certamen"));
}

#[test]
fn boards_are_refused_with_the_place() {
    let eight = "---------------------------OX------XO---------------------------";
    let place = Place::new();
    let long = format!("{eight}-");
    let foreign = eight.replacen('O', "Q", 1);
    let wide = eight.replacen("OX", "\u{26ab}\u{26aa}", 1);
    for board in ["", "XO", &eight[1..], &long, &foreign, &wide, "\u{0}", &"-".repeat(1 << 16)] {
        if board.contains('\0') {
            continue;
        }
        place.run_arguments(&["show", "othello", "--", board], "").refused(&["the position"]);
        let position = format!("--position={board}");
        place.run_arguments(&["perft", "othello", "3", &position], "").refused(&["board"]);
    }
    place.run_arguments(&["show", "othello", "--", &foreign], "").refused(&["Q"]);
    let hole = "-".repeat(64);
    place.run_arguments(&["perft", "othello", "3", "--position", &hole], "").refused(&["centre square d4"]);
}

/// Every command about a game or a question takes `--board`.
#[test]
fn every_command_about_a_game_takes_a_board() {
    let app = certamen::games::app("certamen");
    let mut without = Vec::new();
    let mut commands: Vec<(String, clap::Command)> = vec![(String::new(), app.command())];
    while let Some((path, command)) = commands.pop() {
        let takes = command.get_arguments().any(|argument| argument.get_long() == Some("board"));
        let is_about = app.games().iter().any(|game| {
            let name = command.get_name();
            name == game.name() || name.strip_prefix(game.name()).is_some_and(|rest| rest.starts_with('.'))
        });
        if is_about && !takes {
            without.push(path.clone());
        }
        commands.extend(
            command.get_subcommands().map(|below| (format!("{path} {}", below.get_name()), below.clone())),
        );
    }
    without.sort_unstable();
    assert_eq!(without, WITHOUT_A_BOARD, "they take no board");
}

/// Recurrences are about all boards of a height.
const WITHOUT_A_BOARD: [&str; 1] = [" recurrence go.positions"];

/// A position on another board than the one that is named is refused in the same words everywhere.
#[test]
fn a_position_on_another_board_is_refused_alike() {
    let (four, six) = ("-----OX--XO-----", "--------------OX----XO--------------");
    for (arguments, says) in [
        (format!("show othello {four} --board 6x6"), "--board 6x6: the position is on 4x4"),
        (format!("perft othello 2 --position {four} --board 6x6"), "--board 6x6: the position is on 4x4"),
        (format!("reach othello {six} --board 8x8"), "--board 8x8: the position is on 6x6"),
        ("show go XO/.. --board 3x3".to_owned(), "--board 3x3: the position is on 2x2"),
        ("perft go 1 --position XO/.. --board 3x3".to_owned(), "--board 3x3: the position is on 2x2"),
    ] {
        run(&arguments).refused(&[says]);
    }
    for arguments in [
        format!("show othello {four} --board 4x4"),
        format!("perft othello 2 --position {four} --board 4x4"),
        "show go XO/.. --board 2x2".to_owned(),
        "perft go 1 --position XO/.. --board 2x2".to_owned(),
        "show ostle 020-112-300 --board 3x3".to_owned(),
        "show push-fight .OX.....oxY....Oox.....OX. --board 8x4".to_owned(),
        "games push-fight --board 4x4".to_owned(),
    ] {
        run(&arguments).answers(0);
    }
}

/// `START` is a position wherever one is taken.
#[test]
fn the_start_is_a_position_everywhere() {
    for (arguments, part) in [
        ("show othello START --board 4x4", "4 legal moves, 12 empty squares"),
        ("show othello START --board 4x4 --to-move white", "White to move"),
        ("show go START --board 2x2", "Black 0 stones"),
        ("show ostle START --board 3x3", "moves"),
        ("show push-fight START", "index"),
        ("perft othello 2 --position START --board 4x4", "12"),
        ("reach othello START --board 4x4", "reachable"),
        ("replay ostle --position START c1U", "legal"),
        ("solve-position push-fight START --max-turns 1", "not decided within 1"),
        ("solve ostle.win --in 1 --position START --board 3x3 -q --no-symmetry-breaking", "s "),
    ] {
        let ran = run(arguments);
        assert!(matches!(ran.code, Some(0 | 10 | 20)) && ran.out().contains(part), "{arguments}: {ran:?}");
    }
    // On a smaller board, the board is that of the position.
    let ran = run("solve ostle.win --in 1 --position 020-112-300");
    assert!(matches!(ran.code, Some(10 | 20)), "{ran:?}");
}

/// A verb with only one of `--out` and `--dir` takes the other name as well.
#[test]
fn a_directory_is_named_by_out_or_dir() {
    let place = Place::new();
    place.run("prove othello.mobility --board 4x4 --dir certificate").answers(0);
    place.run("retro build ostle --board 3x3 --pieces 2 --lose-at 1 --out tables").answers(0);
    assert_eq!(place.names(), ["certificate", "tables"]);
}

/// A certificate about a game that this program does not have is not judged.
#[test]
fn a_certificate_of_another_program_is_not_judged() {
    let place = Place::new();
    place.run("prove othello.mobility --board 4x4 --out certificate").answers(0);
    let (text, sums) = (place.read("certificate/certificate.json"), place.read("certificate/SHA256SUMS"));
    for (name, says) in [
        ("chess.mobility", "this is about the game chess, which this program does not have"),
        ("othello.fame", "this is about the question othello.fame, which this program does not have"),
    ] {
        let foreign = text.replace("othello.mobility", name);
        place.write("certificate/certificate.json", &foreign);
        let sum = certamen::ask::emission::sha256;
        let sums = sums.replace(&sum(text.as_bytes()), &sum(foreign.as_bytes()));
        place.write("certificate/SHA256SUMS", sums);
        place.run("check certificate").refused(&["certificate", says]);
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let bytes = OsStr::from_bytes(b"\xff\xfe");
    for arguments in [vec!["replay", "othello"], vec!["show", "othello"], vec!["emit"], vec![]] {
        let ran = Ran::of(program().args(arguments).arg(bytes));
        ran.refused(&[]);
    }
}

/// Options in the environment would produce proofs that their certificates do not describe.
#[test]
fn options_in_the_environment_are_refused_by_name() {
    let place = Place::new();
    let arguments = ["prove", "othello.mobility", "--board", "4x4", "--out", "certificate"];
    let mut command = program();
    let ran = Ran::of(command.current_dir(place.path()).env("CADICAL_SEED", "7").args(arguments));
    assert_eq!(ran.code, Some(2));
    ran.complains(&["CADICAL_SEED"]);
    assert_eq!(place.names(), [""; 0]);
}

/// The commands of this program in the examples of a help text, up to a pipe, a redirection or a remark.
fn examples_in(help: &str) -> Vec<Vec<String>> {
    let parts = help.split(['|', ';', '\n']).filter_map(|part| part.trim().strip_prefix("certamen "));
    let commands = parts.filter_map(|part| part.split("  ").next()?.split(" > ").next()?.split(" < ").next());
    commands.filter_map(shlex::split).collect()
}

/// A subject without examples: Push Fight has no start on the boards that can be solved.
const WITHOUT: &str = "certamen retro distances push-fight";

/// The commands below this one whose help has fewer than two examples, or an example that is not a valid command.
fn wrong_examples(whole: &clap::Command, command: &clap::Command, name: &str) -> Vec<String> {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let examples = examples_in(&help);
    let mut wrong = Vec::new();
    if examples.len() < 2 && name != WITHOUT {
        wrong.push(format!("{name}: {} examples", examples.len()));
    }
    for example in examples {
        let arguments = ["certamen".to_owned()].into_iter().chain(example.clone());
        if let Err(error) = whole.clone().try_get_matches_from(arguments) {
            wrong.push(format!("{name}: {example:?}: {error}"));
        }
    }
    for below in command.get_subcommands() {
        wrong.extend(wrong_examples(whole, below, &format!("{name} {}", below.get_name())));
    }
    wrong
}

#[test]
fn every_help_has_two_examples_that_are_valid_commands() {
    let command = certamen::games::app("certamen").command();
    let wrong = wrong_examples(&command, &command, "certamen");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
