//! The file of a family: settings, and questions as `emit` takes them, line by line.
//!
//! A setting holds for the lines after it. Lists such as `{4x4,6x6}` and `{20..34}` make a line stand for several
//! questions, one for each combination; the last list changes fastest. Other braces stay, as those of sets of squares do.

use anyhow::anyhow;
use cnf_out::shuffle::Part;

/// The greatest number of questions of a family.
const QUESTION_LIMIT: usize = 1000;
/// The greatest number of instances of a family.
const INSTANCE_LIMIT: u64 = 1_000_000;

/// What holds for the questions after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    /// The seed of the first instance. Each further one has the next number.
    pub(super) seed: u64,
    pub(super) instances: u64,
    pub(super) parts: Vec<Part>,
}

/// A question of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rung {
    pub(super) line: usize,
    /// The words after `emit`.
    pub(super) words: Vec<String>,
    pub(super) settings: Settings,
}

/// What is wrong, after how many bytes.
type Wrong = (usize, String);

/// Reads the questions of a family, in order. An error names the line and the character, from 1.
pub(super) fn parse(text: &str) -> anyhow::Result<Vec<Rung>> {
    let parts = Part::NAMES.map(|(_, part)| part).to_vec();
    let mut settings = Settings { seed: 0, instances: 1, parts };
    let mut rungs = Vec::new();
    for (index, text) in text.lines().enumerate() {
        let begin = text.len() - text.trim_start().len();
        let word = text[begin..].split(char::is_whitespace).next().unwrap_or_default();
        let rest = &text[begin + word.len()..];
        // In a question a quotation may have the sign of a comment.
        let value = rest.split('#').next().unwrap_or_default();
        let read = match word {
            "seed" => number(value, 0, u64::MAX).map(|seed| settings.seed = seed),
            "instances" => number(value, 1, INSTANCE_LIMIT).map(|count| settings.instances = count),
            "shuffle" => shuffled(value).map(|parts| settings.parts = parts),
            "emit" => questions(rest, index + 1, &settings, &mut rungs),
            _ if word.is_empty() || word.starts_with('#') => Ok(()),
            _ => Err((0, "expected seed, instances, shuffle or emit".to_owned())),
        };
        read.map_err(|(after, reason)| {
            let place = if after == 0 { begin } else { begin + word.len() + after };
            anyhow!("line {}, character {}: {reason}", index + 1, text[..place].chars().count() + 1)
        })?;
    }
    Ok(rungs)
}

/// Where the words after the first one begin.
fn begin(rest: &str) -> usize {
    rest.len() - rest.trim_start().len()
}

fn number(rest: &str, least: u64, most: u64) -> Result<u64, Wrong> {
    let number = rest.trim().parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| (begin(rest), format!("expected a number from {least} to {most}")))
}

/// The parts that are shuffled.
fn shuffled(rest: &str) -> Result<Vec<Part>, Wrong> {
    let named = |word: &str| Part::NAMES.iter().find(|(name, _)| *name == word).map(|&(_, part)| part);
    let parts = rest.split_whitespace().map(named).collect::<Option<_>>();
    let names = Part::NAMES.map(|(name, _)| name).join(", ");
    parts.ok_or_else(|| (begin(rest), format!("expected words among {names}")))
}

/// Adds the questions of a line.
fn questions(rest: &str, line: usize, settings: &Settings, rungs: &mut Vec<Rung>) -> Result<(), Wrong> {
    let place = begin(rest);
    if settings.seed.checked_add(settings.instances - 1).is_none() {
        return Err((place, format!("the seeds of {} instances exceed 2^64 - 1", settings.instances)));
    }
    for question in expanded(rest)? {
        let words = shlex::split(&question).filter(|words| !words.is_empty());
        let words =
            words.ok_or_else(|| (place, "expected a question, with quotations that end".to_owned()))?;
        rungs.push(Rung { line, words, settings: settings.clone() });
    }
    let instances: u64 = rungs.iter().map(|rung| rung.settings.instances).sum();
    if rungs.len() > QUESTION_LIMIT || instances > INSTANCE_LIMIT {
        let limits = format!("{QUESTION_LIMIT} questions and {INSTANCE_LIMIT} instances");
        return Err((place, format!("a family has at most {limits}")));
    }
    Ok(())
}

/// The texts that a line with lists stands for.
fn expanded(line: &str) -> Result<Vec<String>, Wrong> {
    let (mut texts, mut done) = (vec![String::new()], 0);
    while let Some(open) = line[done..].find('{').map(|place| done + place)
        && let Some(close) = line[open..].find('}').map(|place| open + place)
    {
        let items = items(&line[open + 1..close]).map_err(|reason| (open, reason))?;
        if texts.len() * items.len() > QUESTION_LIMIT {
            return Err((open, format!("the lists make more than {QUESTION_LIMIT} questions")));
        }
        let before = &line[done..open];
        let with_items = |text: &String| -> Vec<String> {
            items.iter().map(|item| format!("{text}{before}{item}")).collect()
        };
        texts = texts.iter().flat_map(with_items).collect();
        done = close + 1;
    }
    Ok(texts.into_iter().map(|text| text + &line[done..]).collect())
}

/// The items of a list, which is between braces. What is no list is one item, with its braces.
fn items(list: &str) -> Result<Vec<String>, String> {
    if let Some((first, last)) = list.split_once("..") {
        let range = first.trim().parse::<u32>().ok().zip(last.trim().parse::<u32>().ok());
        let numbers = range.map(|(first, last)| first..=last).filter(|numbers| !numbers.is_empty());
        let numbers = numbers.ok_or("expected two numbers in ascending order, as in {20..34}")?;
        return Ok(numbers.take(QUESTION_LIMIT + 1).map(|number| number.to_string()).collect());
    }
    if !list.contains(',') {
        return Ok(vec![format!("{{{list}}}")]);
    }
    let items: Vec<String> = list.split(',').map(|item| item.trim().to_owned()).collect();
    if items.iter().any(|item| item.is_empty() || item.contains('{')) {
        return Err("expected items without braces, none of them empty, as in {4x4,6x6}".to_owned());
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(line: &str) -> Vec<String> {
        expanded(line).expect("lists")
    }

    #[test]
    fn lists_are_combined_and_the_last_changes_fastest() {
        assert_eq!(texts("a {1..2} {x, y}"), ["a 1 x", "a 1 y", "a 2 x", "a 2 y"]);
        assert_eq!(texts("{7..7}"), ["7"]);
        assert_eq!(texts("own = {a1 h8} or {"), ["own = {a1 h8} or {"]);
        assert_eq!(texts(""), [""]);
        assert_eq!(texts("{0..999}").len(), QUESTION_LIMIT);
    }

    #[test]
    fn settings_hold_for_the_lines_after_them() {
        let text = "# a ladder\n\nseed 5 # five\nemit a --b '{1,2} c'\n  instances 3\nshuffle\nemit d";
        let rungs = parse(text).expect("a family");
        let words: Vec<_> = rungs.iter().map(|rung| rung.words.join("|")).collect();
        assert_eq!(words, ["a|--b|1 c", "a|--b|2 c", "d"]);
        let of = |rung: &Rung| (rung.settings.seed, rung.settings.instances, rung.settings.parts.len());
        assert_eq!(rungs.iter().map(of).collect::<Vec<_>>(), [(5, 1, 4), (5, 1, 4), (5, 3, 0)]);
        assert_eq!((rungs[1].line, rungs[2].line), (4, 7));
        assert!(parse("").is_ok_and(|rungs| rungs.is_empty()));
    }

    #[test]
    fn errors_name_the_place() {
        for (text, says) in [
            ("sead 1", "line 1, character 1: expected seed, instances"),
            ("\n  sead", "line 2, character 3: expected seed"),
            ("seed", "line 1, character 1: expected a number from 0"),
            ("seed -1", "line 1, character 6: expected a number from 0"),
            ("seed 18446744073709551616", "character 6"),
            ("instances 0", "character 11: expected a number from 1 to 1000000"),
            ("instances 1000001", "character 11"),
            ("shuffle clauses signes", "line 1, character 9: expected words among variables, signs"),
            ("emit", "line 1, character 1: expected a question"),
            ("emit a 'b", "line 1, character 6: expected a question, with quotations that end"),
            ("emit \u{e4} {1..}", "line 1, character 8: expected two numbers"),
            ("emit {3..2}", "character 6: expected two numbers in ascending order"),
            ("emit {1,,2}", "character 6: expected items"),
            ("emit {a,{b,c}}", "character 6: expected items without braces"),
            ("emit {0..1000}", "character 6: the lists make more than 1000 questions"),
            ("emit {0..4294967295}", "the lists make more than 1000 questions"),
            ("emit {0..99} {0..10}", "character 14: the lists make more than 1000 questions"),
            ("emit {0..999}\nemit a", "line 2, character 6: a family has at most 1000 questions"),
            ("instances 1000\nemit {0..999}\nemit a", "line 3, character 6"),
            (
                "instances 1000000\nemit {1,2}",
                "line 2, character 6: a family has at most 1000 questions and 1000000",
            ),
            (
                "seed 18446744073709551615\ninstances 2\nemit a",
                "line 3, character 6: the seeds of 2 instances",
            ),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
        assert_eq!(parse("seed 18446744073709551615\nemit a").expect("a family")[0].settings.seed, u64::MAX);
        assert_eq!(parse("instances 1000\nemit {0..999}").expect("a family").len(), QUESTION_LIMIT);
    }

    proptest! {
        #[test]
        fn any_text_is_a_family_or_refused_at_a_place(
            lines in prop::collection::vec("(seed|instances|shuffle|emit)? ?[ -~{},.0-9\u{e4}']{0,12}", 0..6),
        ) {
            let text = lines.join("\n");
            if let Err(error) = parse(&text) {
                let error = error.to_string();
                let numbers = error.split(|letter: char| !letter.is_ascii_digit()).filter(|number| !number.is_empty());
                let numbers: Vec<usize> = numbers.take(2).map(|number| number.parse().unwrap()).collect();
                let line = text.lines().nth(numbers[0] - 1).unwrap_or_default();
                prop_assert!((1..=line.chars().count() + 1).contains(&numbers[1]), "{error}");
            }
        }
    }
}
