//! Measures: solve FILE BOARD [position=P] [engine=pn|df|auto] [threads=N] [memory=MB] [within=N] [q=won|lost|value] [strategy=1]
#![allow(clippy::unwrap_used, missing_docs)]
use certamen_language::game_file::{AnyFileRules, GameFile};
use certamen_search::{Engine, Question, RuledSearch, Search, SearchGame, Settings};
use certamen_work::Limits;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let get = |name: &str| args.iter().find_map(|arg| arg.strip_prefix(name)?.strip_prefix('='));
    let file = GameFile::parse(&text).unwrap();
    let AnyFileRules::Narrow(rules) = file.rules(&args[2]).unwrap() else { panic!() };
    let score: Option<fn(&_, _) -> i32> =
        if rules.has_score() { Some(certamen_language::game_file::FileRules::score) } else { None };
    let game = RuledSearch::new(&rules, score);
    let position = match get("position") {
        Some(text) => game.read(text).unwrap(),
        None => encodings::rules::Position::start(&rules),
    };
    let engine = match get("engine") {
        Some("pn") => Engine::ProofNumber,
        Some("df") => Engine::DepthFirst,
        _ => Engine::Auto,
    };
    let number = |name: &str, usual: u64| get(name).map_or(usual, |text| text.parse().unwrap());
    let settings =
        Settings { memory: number("memory", 1024) << 20, threads: number("threads", 1) as usize, engine };
    let mut search = Search::new(game, settings).unwrap();
    let within = get("within").map(|text| text.parse().unwrap());
    let since = Instant::now();
    let mut total = 0;
    let limits =
        Limits::default().within(get("time").map(|t| std::time::Duration::from_secs_f64(t.parse().unwrap())));
    for (name, question) in [("won", Question::WON), ("lost", Question::LOST)] {
        if get("q").is_some_and(|q| q != name && q != "value") {
            continue;
        }
        let question = question.within(within);
        let mut looked = 0;
        let answer = search
            .decide(&position, question, &limits, &mut |progress| {
                looked = progress.positions;
                if number("verbose", 0) > 0 {
                    eprintln!("{:.1} {progress:?}", since.elapsed().as_secs_f64());
                }
            })
            .unwrap();
        total += looked;
        println!(
            "{} {} {name}: {answer} [{:.2} s, {looked} positions]",
            args[1].rsplit('/').next().unwrap(),
            args[2],
            since.elapsed().as_secs_f64()
        );
        if let (Some(path), true) = (get("out"), answer.is_decided()) {
            let strategy = search
                .strategy(&position, question, answer, &limits, &mut |progress| {
                    if number("verbose", 0) > 0 {
                        eprintln!("{:.1} {progress:?}", since.elapsed().as_secs_f64());
                    }
                })
                .unwrap();
            println!(
                "   strategy: {:?}, {} lines [{:.2} s]",
                strategy.claim,
                strategy.lines.len(),
                since.elapsed().as_secs_f64()
            );
            let path = format!("{path}.{name}.xz");
            let header = certamen_search::Header {
                game: args[1].rsplit('/').next().unwrap().replace(".game", ""),
                flags: vec![("board".to_owned(), args[2].clone())],
                rules: None,
            };
            strategy.write(path.as_ref(), &header).unwrap();
            println!(
                "   {} bytes, {:.2} a line [{:.2} s]",
                std::fs::metadata(&path).unwrap().len(),
                std::fs::metadata(&path).unwrap().len() as f64 / strategy.lines.len() as f64,
                since.elapsed().as_secs_f64()
            );
        }
        if answer.is_reached() == Some(true) {
            break;
        }
    }
    println!(
        "   {:.2} s, {total} positions, {:.2} M/s",
        since.elapsed().as_secs_f64(),
        total as f64 / 1e6 / since.elapsed().as_secs_f64()
    );
}
