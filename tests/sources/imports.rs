//! What the files of a crate import from each other, and what they name by paths.

use crate::tokens::{Token, tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The path of a module, from the root of its crate.
type Module = Vec<String>;
/// The files that each file leads to.
pub(crate) type Edges = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

/// A name that a `use` brings into a module.
#[derive(Clone, Debug)]
struct Import {
    within: Module,
    /// Absolute, from the root of the crate; of an import of everything, the module.
    path: Module,
    /// The name here; `None` if everything is imported.
    name: Option<String>,
    is_exported: bool,
}

/// A path in a body, as it is written.
#[derive(Debug)]
struct Mention {
    within: Module,
    path: Vec<String>,
}

/// What the files of a crate say about each other.
#[derive(Debug, Default)]
pub(crate) struct Crate {
    /// The file of each module; a module inside a file has the file of its parent.
    modules: BTreeMap<Module, PathBuf>,
    /// The imports of each module, with its file.
    imports: BTreeMap<Module, Vec<(PathBuf, Import)>>,
    mentions: Vec<(PathBuf, Mention)>,
    /// The names that each module defines.
    defined: BTreeSet<Module>,
}

fn joined(module: &[String], names: &[String]) -> Module {
    [module, names].concat()
}

/// The words that begin items with a name.
const ITEMS: [&str; 10] =
    ["fn", "struct", "enum", "trait", "type", "const", "static", "union", "macro_rules", "mod"];

impl Crate {
    /// Reads a crate from its root file.
    pub(crate) fn read(root: &Path) -> Self {
        let mut this = Self::default();
        let directory = root.parent().expect("a directory");
        this.read_file(root, directory, &Module::new());
        this
    }

    /// Reads the file of a module, whose children are in a directory.
    fn read_file(&mut self, file: &Path, directory: &Path, module: &Module) {
        self.modules.insert(module.clone(), file.to_owned());
        let source = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let tokens = without_tests(&tokens(&source));
        // The modules inside the file, with the depth of braces at which each ends.
        let (mut inside, mut depth): (Vec<(String, usize)>, usize) = (Vec::new(), 0);
        let mut at = 0;
        while at < tokens.len() {
            let within = || joined(module, &inside.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
            match &tokens[at..] {
                [Token::Word(word), Token::Word(name), Token::Mark('{'), ..] if word == "mod" => {
                    let path = joined(&within(), std::slice::from_ref(name));
                    self.modules.insert(path, file.to_owned());
                    inside.push((name.clone(), depth));
                    depth += 1;
                    at += 3;
                }
                [Token::Word(word), Token::Word(name), Token::Mark(';'), ..] if word == "mod" => {
                    let within = joined(&within(), std::slice::from_ref(name));
                    let place =
                        within[module.len()..].iter().fold(directory.to_owned(), |at, name| at.join(name));
                    let [flat, folder] = [place.with_extension("rs"), place.join("mod.rs")];
                    self.read_file(if flat.exists() { &flat } else { &folder }, &place, &within);
                    at += 3;
                }
                [Token::Word(word), next, ..] if word == "use" && *next != Token::Mark('<') => {
                    let is_exported = at > 0
                        && (tokens[at - 1] == Token::Word("pub".to_owned())
                            || tokens[at - 1] == Token::Mark(')'));
                    let within = within();
                    at += 1;
                    let mut found = Vec::new();
                    read_tree(&tokens, &mut at, &[], &mut found);
                    for (path, name) in found {
                        let import = Import { within: within.clone(), path, name, is_exported };
                        self.imports.entry(within.clone()).or_default().push((file.to_owned(), import));
                    }
                }
                [Token::Word(_), ..] => {
                    let mut path = Vec::new();
                    let begun = at;
                    while let [Token::Word(word), rest @ ..] = &tokens[at..] {
                        path.push(word.clone());
                        at += 1;
                        if let [Token::Path, Token::Word(_), ..] = rest { at += 1 } else { break }
                    }
                    let before = begun.checked_sub(1).map(|before| &tokens[before]);
                    if let Some(Token::Word(kind)) = before
                        && ITEMS.contains(&kind.as_str())
                    {
                        self.defined.insert(joined(&within(), &path));
                    } else if kind_of_macro(&tokens, begun) {
                        self.defined.insert(joined(&within(), &path));
                    }
                    if before != Some(&Token::Mark('$')) && before != Some(&Token::Mark('.')) {
                        self.mentions.push((file.to_owned(), Mention { within: within(), path }));
                    }
                }
                [Token::Mark('{'), ..] => {
                    depth += 1;
                    at += 1;
                }
                [Token::Mark('}'), ..] => {
                    depth -= 1;
                    if inside.last().is_some_and(|(_, ends)| *ends == depth) {
                        inside.pop();
                    }
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }

    /// The absolute path of one that is written in a module; `None` if it leads to another crate or to a local name.
    fn absolute(&self, within: &Module, path: &[String]) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some(joined(within, rest)),
            "super" => {
                let mut outer = within.clone();
                outer.pop()?;
                let mut rest = rest;
                while let Some((next, behind)) = rest.split_first()
                    && next == "super"
                {
                    outer.pop()?;
                    rest = behind;
                }
                Some(joined(&outer, rest))
            }
            _ => {
                let here = joined(within, std::slice::from_ref(first));
                let is_here = self.modules.contains_key(&here)
                    || self.defined.contains(&here)
                    || self
                        .imports_of(within)
                        .any(|import| import.name.as_ref().is_none_or(|name| name == first));
                is_here.then(|| joined(within, path))
            }
        }
    }

    /// The file that defines what an absolute path names; `None` if that is a module or in another crate.
    fn defining(&self, path: &[String], tried: &mut BTreeSet<Module>) -> Option<PathBuf> {
        if !tried.insert(path.to_vec()) {
            return None;
        }
        let depth = (0..=path.len()).rev().find(|&depth| self.modules.contains_key(&path[..depth]))?;
        let (module, rest) = path.split_at(depth);
        let module = module.to_vec();
        let Some((name, behind)) = rest.split_first() else {
            // A name may be that of a module and of an item that its parent exports again.
            let (name, parent) = path.split_last()?;
            return self.imported(&parent.to_vec(), name, &[], tried);
        };
        if self.defined.contains(&joined(&module, std::slice::from_ref(name))) {
            return self.modules.get(&module).cloned();
        }
        self.imported(&module, name, behind, tried)
    }

    fn imports_of(&self, module: &Module) -> impl Iterator<Item = &Import> {
        self.imports.get(module).into_iter().flatten().map(|(_, import)| import)
    }

    /// The file that defines what a module imports under a name.
    fn imported(
        &self,
        module: &Module,
        name: &String,
        behind: &[String],
        tried: &mut BTreeSet<Module>,
    ) -> Option<PathBuf> {
        for import in self.imports_of(module).filter(|import| import.name.as_ref() == Some(name)) {
            if let Some(path) = self.absolute_import(import)
                && let Some(file) = self.defining(&joined(&path, behind), tried)
            {
                return Some(file);
            }
        }
        for import in self.imports_of(module).filter(|import| import.name.is_none()) {
            if let Some(path) = self.absolute_import(import)
                && path != *module
                && let Some(file) =
                    self.defining(&joined(&joined(&path, std::slice::from_ref(name)), behind), tried)
            {
                return Some(file);
            }
        }
        None
    }

    /// The absolute path of an import within the crate.
    fn absolute_import(&self, import: &Import) -> Option<Module> {
        let first = import.path.first()?;
        let is_child = self.modules.contains_key(&joined(&import.within, std::slice::from_ref(first)))
            || self.defined.contains(&joined(&import.within, std::slice::from_ref(first)));
        match first.as_str() {
            "crate" | "self" | "super" => self.absolute(&import.within, &import.path),
            _ if is_child => Some(joined(&import.within, &import.path)),
            _ => None,
        }
    }

    /// The files that each file leads to by its imports, but for those that are exported again.
    pub(crate) fn by_imports(&self) -> Edges {
        let imports = self
            .imports
            .values()
            .flatten()
            .filter(|(_, import)| !import.is_exported && import.name.is_some());
        self.edges(imports.filter_map(|(file, import)| Some((file, self.absolute_import(import)?))))
    }

    /// The same by the paths in its items.
    pub(crate) fn by_paths(&self) -> Edges {
        let mentions = self.mentions.iter();
        self.edges(
            mentions
                .filter_map(|(file, mention)| Some((file, self.absolute(&mention.within, &mention.path)?))),
        )
    }

    fn edges<'a>(&self, uses: impl Iterator<Item = (&'a PathBuf, Module)>) -> Edges {
        let mut edges = Edges::new();
        for (from, path) in uses {
            if let Some(to) = self.defining(&path, &mut BTreeSet::new()).filter(|to| to != from) {
                edges.entry(from.clone()).or_default().insert(to);
            }
        }
        edges
    }
}

/// Whether the word is the name of a macro that is defined.
fn kind_of_macro(tokens: &[Token], at: usize) -> bool {
    at >= 2 && tokens[at - 1] == Token::Mark('!') && tokens[at - 2] == Token::Word("macro_rules".to_owned())
}

/// Reads a tree of imports behind `use`, with the names that lead to it.
fn read_tree(tokens: &[Token], at: &mut usize, before: &[String], found: &mut Vec<(Module, Option<String>)>) {
    let mut path = before.to_vec();
    loop {
        match &tokens[*at..] {
            [Token::Word(word), Token::Word(renames), Token::Word(name), ..] if renames == "as" => {
                path.push(word.clone());
                *at += 3;
                found.push((whole(path), Some(name.clone())));
                return;
            }
            [Token::Word(word), Token::Path, ..] => {
                path.push(word.clone());
                *at += 2;
            }
            [Token::Word(word), ..] => {
                path.push(word.clone());
                *at += 1;
                let path = whole(path);
                let name = path.last().cloned();
                found.push((path, name));
                return;
            }
            [Token::Mark('*'), ..] => {
                *at += 1;
                found.push((path, None));
                return;
            }
            [Token::Mark('{'), ..] => {
                *at += 1;
                while tokens[*at] != Token::Mark('}') {
                    read_tree(tokens, at, &path, found);
                    if tokens[*at] == Token::Mark(',') {
                        *at += 1;
                    }
                }
                *at += 1;
                return;
            }
            // A path that begins at the crates.
            [Token::Path, ..] => *at += 1,
            rest => panic!("not an import: {:?}", &rest[..rest.len().min(5)]),
        }
    }
}

/// `a::self` is `a`.
fn whole(mut path: Module) -> Module {
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    path
}

/// Drops the items under `#[cfg(test)]`.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let word = |text: &str| Token::Word(text.to_owned());
    let mark = Token::Mark;
    let attribute = [mark('#'), mark('['), word("cfg"), mark('('), word("test"), mark(')'), mark(']')];
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        if !tokens[at..].starts_with(&attribute) {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let mut depth = 0_usize;
        at += attribute.len();
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                Token::Mark('{' | '(' | '[') => depth += 1,
                Token::Mark(')' | ']') => depth -= 1,
                Token::Mark('}') => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                Token::Mark(';') if depth == 0 => break,
                _ => (),
            }
        }
    }
    kept
}
