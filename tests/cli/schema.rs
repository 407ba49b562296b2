//! `schema`: the members of every answer, compared with the list of those that users rely on.

use crate::support::run::run;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// The members of each answer and file: `solve`, a tab, `cnf.sha256`.
const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/json_fields.tsv");

/// The kinds of files.
const FILES: [&str; 6] = ["map", "name-map", "choice-map", "certificate", "list", "games"];

/// The members of objects that a schema allows, with the objects that they are in; `*` stands for those without a name.
fn members(schema: &Value, root: &Value, path: &str, found: &mut BTreeSet<String>) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    let objects = |key: &str| schema[key].as_object().into_iter().flatten();
    if let Some(name) = schema["$ref"].as_str() {
        let named = root.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("no {name}"));
        members(named, root, path, found);
    }
    for choice in
        ["allOf", "anyOf", "oneOf"].iter().flat_map(|&key| schema[key].as_array().into_iter().flatten())
    {
        let is_part = schema["properties"].is_object();
        assert!(!is_part || choice["$ref"].is_null(), "{path}: its type needs `schemars(inline)`: {choice}");
        members(choice, root, path, found);
    }
    for (name, member) in objects("properties") {
        found.insert(below(name));
        members(member, root, &below(name), found);
    }
    let items = schema["prefixItems"].as_array().into_iter().flatten();
    for item in items.chain(schema.get("items").filter(|items| items.is_object())) {
        members(item, root, &format!("{path}[]"), found);
    }
    for (_, member) in objects("patternProperties") {
        found.insert(below("*"));
        members(member, root, &below("*"), found);
    }
    let others = &schema["additionalProperties"];
    if others.is_object() || others == true {
        found.insert(below("*"));
        members(others, root, &below("*"), found);
    }
}

fn schema(arguments: &str) -> Value {
    let schema = run(&format!("schema --json {arguments}")).json(0);
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{arguments}");
    schema
}

#[test]
fn no_member_of_an_answer_disappears() {
    let ran = run("schema");
    let files = FILES.map(|kind| format!("--file {kind}"));
    let mut now = BTreeSet::new();
    for command in ran.answers(0).lines().chain(files.iter().map(String::as_str)) {
        let (schema, mut found) = (schema(command), BTreeSet::new());
        members(&schema, &schema, "", &mut found);
        assert!(!found.is_empty(), "{command}");
        now.extend(found.into_iter().map(|path| format!("{command}\t{path}")));
    }
    let text = fs::read_to_string(LIST).expect("the list");
    let listed: BTreeSet<String> = text.lines().skip(1).map(str::to_owned).collect();
    let gone: Vec<&String> = listed.difference(&now).collect();
    let new: Vec<&String> = now.difference(&listed).collect();
    assert!(gone.is_empty(), "no longer in the answers, though users rely on them:\n{gone:#?}");
    assert!(new.is_empty(), "to be added to tests/data/json_fields.tsv:\n{new:#?}");
}

#[test]
fn a_command_without_a_schema_is_named() {
    for (arguments, says) in [
        ("ask", "`ask` has no schema yet"),
        ("slove", "there is no command `slove`; did you mean `solve`?"),
        ("retro", "`retro` is not a command but several: say which, as in `schema retro "),
        ("retro build nim", "there is no command `retro build nim`"),
        ("--file cubes", "name-map"),
    ] {
        run(&format!("schema {arguments}")).refused(&[says]);
    }
}

/// A game may answer a verb in its own way; its other verbs have the schema of all games.
#[test]
fn a_subject_may_have_its_own_schema() {
    let title = |schema: &Value| schema["title"].clone();
    let (all, ostle) = (schema("retro stats"), schema("retro stats ostle"));
    assert!(!all.to_string().contains("checkmate_states") && ostle.to_string().contains("checkmate_states"));
    assert_eq!(
        (title(&all), title(&ostle)),
        ("retro stats --json".into(), "retro stats ostle --json".into())
    );
    let mut probe = schema("retro probe ostle");
    probe["title"] = "retro probe --json".into();
    assert_eq!(probe, schema("retro probe"));
}
