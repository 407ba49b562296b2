//! Families of instances: shuffles that a second program makes as well, models and proofs that fit them, the same bytes each
//! time.

use crate::support::run::{Place, Ran, program};
use certamen_work::compression::plain;
use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read as _};
use std::path::Path;

/// Eight legal moves are possible on this board, nine are not.
const LADDER: &str = "\
# a ladder
seed 18446744073709551613
instances 3
emit othello.mobility --board 4x4 --at-least {8..9}
seed 5
instances 1
shuffle clauses signs
emit othello --board {4x4,6x6} 'count(legal) >= 2 and not {a1 b1} = own'
";

/// The table: a map from column to value for each line.
fn table(place: &Place, directory: &str) -> Vec<BTreeMap<String, String>> {
    let text = place.read(&format!("{directory}/instances.csv"));
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().expect("a line of columns").split(',').collect();
    // No value here has a quotation mark.
    let row = |line: &str| -> BTreeMap<String, String> {
        let values = line.split(',').map(str::to_owned);
        columns.iter().map(|&column| column.to_owned()).zip(values).collect()
    };
    lines.map(row).collect()
}

fn unpacked(path: &Path) -> String {
    let mut text = String::new();
    let bytes = Cursor::new(fs::read(path).expect("a file"));
    plain(bytes).and_then(|mut file| file.read_to_string(&mut text)).expect("a text");
    text
}

/// The clauses of a DIMACS file.
fn clauses(text: &str) -> Vec<Vec<i32>> {
    let lines = text.lines().filter(|line| !line.starts_with(['c', 'p']));
    let clause = |line: &str| -> Vec<i32> {
        line.split(' ')
            .map(|word| word.parse().expect("a literal"))
            .take_while(|&literal| literal != 0)
            .collect()
    };
    lines.map(clause).collect()
}

/// The stream and the shuffle as `docs/formats.md` describes them.
struct Naive(u64);

impl Naive {
    fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        for (shift, factor) in [(30, 0xbf58_476d_1ce4_e5b9_u64), (27, 0x94d0_49bb_1331_11eb)] {
            mixed = (mixed ^ (mixed >> shift)).wrapping_mul(factor);
        }
        mixed ^ (mixed >> 31)
    }

    /// The numbers below `count` in another order. Bounds are so small that no number is drawn again.
    fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for place in (1..count).rev() {
            let product = u128::from(self.number()) * (place as u128 + 1);
            order.swap(place, (product >> 64) as usize);
        }
        order
    }

    /// The clauses with all parts shuffled, and the literal for each variable.
    fn shuffle(seed: u64, formula: &[Vec<i32>], variables: usize) -> (Vec<Vec<i32>>, Vec<i32>) {
        let mut stream = Self(seed);
        let names = stream.order(variables);
        let literals: Vec<i32> = names
            .into_iter()
            .map(|name| (name as i32 + 1) * if stream.number() >= 1 << 63 { -1 } else { 1 })
            .collect();
        let order = stream.order(formula.len());
        let shuffled = order.into_iter().map(|number| {
            let literal = |&old: &i32| literals[old.unsigned_abs() as usize - 1] * old.signum();
            let new: Vec<i32> = formula[number].iter().map(literal).collect();
            stream.order(new.len()).into_iter().map(|place| new[place]).collect()
        });
        (shuffled.collect(), literals.clone())
    }
}

#[test]
fn instances_are_shuffles_with_models_and_proofs() {
    let place = Place::new();
    place.write("ladder.txt", LADDER);
    let object = place.run("emit --family ladder.txt --out d --ending cnf.zst --json").json(0);
    assert_eq!((&object["instances"], &object["questions"]), (&8.into(), &4.into()));
    assert_eq!((&object["satisfiable"], &object["unsatisfiable"]), (&5.into(), &3.into()));
    let rows = table(&place, "d");
    assert_eq!(rows.len(), 8);
    for row in rows.iter().take(6) {
        let bound = &row["bound"];
        assert_eq!((row["board"].as_str(), row["question"].contains(bound)), ("4x4", true), "{row:?}");
        if row["seed"].ends_with("13") {
            place
                .run(&format!("emit othello.mobility --board 4x4 --at-least {bound} -o q.cnf --map q.json"))
                .answers(0);
        }
        let formula = clauses(&place.read("q.cnf"));
        let (variables, seed) =
            (row["variables"].parse().expect("a number"), row["seed"].parse().expect("a number"));
        let (shuffled, literals) = Naive::shuffle(seed, &formula, variables);
        let path = place.path().join("d").join(&row["file"]);
        let text = unpacked(&path);
        assert_eq!(clauses(&text), shuffled, "{row:?}");
        assert_eq!(row["sha256"], certamen_ask::emission::sha256(text.as_bytes()));
        let (cnf, evidence) = (format!("d/{}", row["file"]), format!("d/{}", row["evidence"]));
        if bound == "9" {
            assert_eq!(row["answer"], "unsatisfiable");
            let checked = place.run(&format!("check --cnf {cnf} --proof {evidence}"));
            assert!(checked.answers(0).contains("s VERIFIED"));
            continue;
        }
        assert_eq!(row["answer"], "satisfiable");
        // The model of the shuffle, read back as one of the question, is a position that the naive game accepts.
        let model = unpacked(&place.path().join(&evidence));
        let values = model.lines().filter(|line| line.starts_with('v')).flat_map(|line| line[2..].split(' '));
        let values: Vec<i32> = values.map(|word| word.parse().expect("a literal")).collect();
        let old = literals.iter().enumerate().map(|(index, new)| {
            let name = index as i32 + 1;
            if values.contains(new) { name } else { -name }
        });
        let old: Vec<String> = old.map(|literal| literal.to_string()).collect();
        let decoded =
            place.run_with("decode --map q.json", format!("s SATISFIABLE\nv {} 0\n", old.join(" ")));
        let drawing: String = model.lines().filter_map(|line| line.strip_prefix("c ")).collect();
        assert!(decoded.answers(0).lines().next().is_some_and(|line| drawing.contains(line)), "{drawing}");
    }
    assert_eq!(rows.iter().map(|row| row["seed"].as_str()).nth(2), Some("18446744073709551615"));
    // Parts that are not shuffled stay: here variables, and literals within a clause.
    place.run_arguments(
        &["emit", "othello", "--board", "6x6", "count(legal) >= 2 and not {a1 b1} = own", "-o", "l.cnf"],
        "",
    );
    let absolute = |text: &str| {
        let rows = clauses(text).into_iter().map(|clause| clause.into_iter().map(i32::abs).collect());
        let mut rows: Vec<Vec<i32>> = rows.collect();
        rows.sort_unstable();
        rows
    };
    let text = unpacked(&place.path().join("d").join(&rows[7]["file"]));
    assert_eq!(absolute(&text), absolute(&place.read("l.cnf")));
    assert_ne!(clauses(&text), clauses(&place.read("l.cnf")));
    for name in ["README.md", "family.txt"] {
        assert!(place.read(&format!("d/{name}")).contains("instances 3"), "{name}");
    }
    let packed = ["cnf.zst", "model.zst", "lrat.zst"].map(|ending| {
        fs::read_dir(place.path().join("d"))
            .expect("a directory")
            .filter(|entry| {
                entry.as_ref().is_ok_and(|entry| entry.file_name().to_string_lossy().ends_with(ending))
            })
            .count()
    });
    assert_eq!(
        (packed, fs::read_dir(place.path().join("d")).map(Iterator::count).ok()),
        ([8, 5, 3], Some(19))
    );
}

#[test]
fn the_bytes_depend_on_nothing_but_the_family() {
    let place = Place::new();
    place.write("ladder.txt", LADDER);
    let made = |directory: &str, threads: &str| -> BTreeMap<String, Vec<u8>> {
        let mut command = program();
        command.current_dir(place.path()).env("RAYON_NUM_THREADS", threads);
        Ran::of(command.args(["emit", "--family", "ladder.txt", "--out", directory])).answers(0);
        let entries = fs::read_dir(place.path().join(directory)).expect("a directory");
        let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
        names
            .map(|name| (name.clone(), fs::read(place.path().join(directory).join(name)).expect("a file")))
            .collect()
    };
    let first = made("d", "1");
    assert_eq!(first, made("e", "2"));
    // The directory has its own family, which makes it again.
    fs::rename(place.path().join("d/family.txt"), place.path().join("ladder.txt")).expect("room");
    assert_eq!(first, made("f", "2"));
    assert!(first.keys().any(|name| name.ends_with(".lrat.xz")), "{:?}", first.keys());
}

#[test]
fn a_changed_byte_is_noticed() {
    let place = Place::new();
    place.write("one.txt", "emit othello.mobility --board 4x4 --at-least 9");
    place.run("emit --family one.txt --out d").answers(0);
    place.run("emit --family one.txt --out e --ending cnf").answers(0);
    let (packed, open) = (table(&place, "d"), table(&place, "e"));
    let names = |row: &BTreeMap<String, String>| [row["file"].clone(), row["evidence"].clone()];
    let check = |directory: &str, [cnf, proof]: [String; 2]| {
        place.run(&format!("check --cnf {directory}/{cnf} --proof {directory}/{proof}"))
    };
    check("d", names(&packed[0])).answers(0);
    check("e", names(&open[0])).answers(0);
    for name in names(&packed[0]) {
        let path = place.path().join("d").join(name);
        let bytes = fs::read(&path).expect("a file");
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 1;
        fs::write(&path, changed).expect("room");
        assert_eq!(check("d", names(&packed[0])).code, Some(2), "{path:?}");
        fs::write(&path, bytes).expect("room");
    }
    // A literal of the first clause is another one, and the sum is another one as well.
    let path = place.path().join("e").join(&open[0]["file"]);
    let text = fs::read_to_string(&path).expect("a file");
    let changed = text.replacen("\n-", "\n", 1);
    assert_ne!(
        (&changed, certamen_ask::emission::sha256(changed.as_bytes())),
        (&text, open[0]["sha256"].clone())
    );
    // Step by step: a proof whose last hints are gone.
    let proof = place.path().join("e").join(&open[0]["evidence"]);
    let steps = fs::read_to_string(&proof).expect("a file");
    let end = steps.trim_end().rfind('\n').expect("several steps");
    fs::write(
        &proof,
        format!("{}\n{} 0 0\n", &steps[..end], &steps[end..].trim().split(' ').next().expect("an id")),
    )
    .expect("room");
    assert_eq!(check("e", names(&open[0])).code, Some(1));
}

#[test]
fn answers_are_found_as_far_as_asked() {
    let place = Place::new();
    place.write("one.txt", "instances 2\nemit othello.mobility --at-least {33,34}");
    let of = |flags: &str, directory: &str| {
        place.run(&format!("emit --family one.txt --out {directory} --ending cnf.gz {flags}")).answers(0);
        let rows = table(&place, directory).into_iter();
        rows.map(|row| format!("{} {}", row["answer"], row["evidence"].is_empty())).collect::<Vec<_>>()
    };
    assert_eq!(of("--answers none", "a"), vec!["unknown true"; 4]);
    assert_eq!(of("--time-limit 0.001", "b"), vec!["unknown true"; 4]);
    place.write("one.txt", "emit othello.mobility --board 4x4 --at-least {8,9}");
    assert_eq!(of("--answers table", "c"), ["satisfiable true", "unsatisfiable true"]);
    let sums = |directory: &str| {
        table(&place, directory).into_iter().map(|row| row["sha256"].clone()).collect::<Vec<_>>()
    };
    place.run("emit --family one.txt --out e --answers files").answers(0);
    assert_eq!(sums("c"), sums("e"));
}

#[test]
fn what_cannot_be_a_family_is_refused_at_its_place() {
    let place = Place::new();
    for (text, says) in [
        ("", "f.txt: no question"),
        ("emit othello.mobility --at-least {3..", "f.txt: line 1"),
        ("seed x", "f.txt: line 1, character 6: expected a number"),
        ("\nemit othello.mobility --at-least {9..3}", "f.txt: line 2, character 34: expected two numbers"),
        ("\nemit othello.mobility --at-least 99", "f.txt: line 2: "),
        ("emit othello.mobility --at-lest 9", "'--at-lest'"),
        ("emit othello.mobility --help", "--help"),
        ("emit othello", "not provided: <QUESTION>"),
        ("emit chess.mobility", "f.txt: line 1: there is no question `chess.mobility`"),
        ("emit othello 'count(lgal) >= 3'", "lgal"),
        ("emit othello 'max count(legal)'", "a maximum"),
        ("emit othello @missing", "missing"),
    ] {
        place.write("f.txt", text);
        place.run("emit --family f.txt --out d").refused(&[says]);
    }
    place.write("f.txt", vec![b'#'; (1 << 16) + 1]);
    place.run("emit --family f.txt --out d").refused(&["f.txt has more than 65536 bytes"]);
    place.write("f.txt", "emit othello.mobility --board 4x4");
    place.run("emit --family f.txt --out f.txt").refused(&["f.txt is there already"]);
    place.run("emit --family missing --out d").refused(&["cannot read missing"]);
    place.run("emit --family f.txt").refused(&["--out"]);
    place.run("emit othello.mobility --family f.txt --out d").refused(&["--family"]);
    place.run("emit --family f.txt --out d --ending cnf.rar").refused(&["cnf.rar"]);
    assert_eq!(place.names(), ["f.txt"]);
    place.run("emit --family f.txt --out d").answers(0);
    place.run("emit --family f.txt --out d").refused(&["d is there already: name a new directory"]);
}

#[test]
fn games_of_files_have_families() {
    let place = Place::new();
    place.write("f.txt", "emit chomp --board {3x3,4x3} 'not over'\n");
    place.run("emit --family f.txt --out d").answers(0);
    assert_eq!(
        table(&place, "d").iter().map(|row| row["board"].as_str()).collect::<Vec<_>>(),
        ["3x3", "4x3"]
    );
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/files/chomp.game"));
    place.write("mine.game", text.expect("a game").replace("game chomp", "game mine"));
    place.write("f.txt", "emit mine 'not over'\n");
    place.run("emit mine.game --family f.txt --out e").answers(0);
    assert!(place.read("e/instances.csv").contains(",mine "), "{}", place.read("e/instances.csv"));
}
