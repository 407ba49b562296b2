//! The verbs and the commands of a program as one tree of clap commands.

use crate::ask::Shell;
use crate::campaign::{Gather, Status, Submit, Work};
use crate::check::Check;
use crate::completions::{Completions, Man};
use crate::convert::Convert;
use crate::count::Count;
use crate::cube::Cube;
use crate::decode::Decode;
use crate::emit::Emit;
use crate::enumerate::Enumerate;
use crate::family::Family;
use crate::frame::app::App;
use crate::frame::examples::{Example, in_help, of_several};
use crate::frame::game_verb::GameAdapter;
use crate::frame::question_or_file::QuestionOrFile;
use crate::frame::question_verb::QuestionAdapter;
use crate::frame::verb::{PlainAdapter, SubjectCall, Verb};
use crate::games::Games;
use crate::perft::Perft;
use crate::profile::Profile;
use crate::prove::Prove;
use crate::reach::Reach;
use crate::replay::Replay;
use crate::run_cube::RunCube;
use crate::schema::PrintSchema;
use crate::show::Show;
use crate::solve::Solve;
use crate::solve::dimacs_file::SolveFile;
use crate::solve_position::SolvePosition;
use crate::solvers::Solvers;
use crate::theorem::Theorem;
use certamen_ask::question::subject_of;
use certamen_campaign::Campaign;
use certamen_work::{Failure, Session, SubjectCommand};
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::marker::PhantomData;
use std::sync::Arc;

/// The verbs of the program itself, in the order in which the help shows them.
fn verbs() -> Vec<&'static dyn Verb> {
    vec![
        &PlainAdapter::<Games>(PhantomData),
        &QuestionOrFile::<Emit, Family>(PhantomData),
        &QuestionOrFile::<Solve, SolveFile>(PhantomData),
        &QuestionAdapter::<Prove>(PhantomData),
        &QuestionAdapter::<Theorem>(PhantomData),
        &QuestionAdapter::<Profile>(PhantomData),
        &PlainAdapter::<Check>(PhantomData),
        &PlainAdapter::<Decode>(PhantomData),
        &QuestionAdapter::<Enumerate>(PhantomData),
        &QuestionAdapter::<Count>(PhantomData),
        &QuestionAdapter::<Cube>(PhantomData),
        &PlainAdapter::<RunCube>(PhantomData),
        &PlainAdapter::<Work>(PhantomData),
        &PlainAdapter::<Status>(PhantomData),
        &PlainAdapter::<Submit>(PhantomData),
        &PlainAdapter::<Gather>(PhantomData),
        &GameAdapter::<Replay>(PhantomData),
        &GameAdapter::<Convert>(PhantomData),
        &GameAdapter::<Perft>(PhantomData),
        &GameAdapter::<Show>(PhantomData),
        &Reach,
        &SolvePosition,
        &Shell,
        &PlainAdapter::<Solvers>(PhantomData),
        &PlainAdapter::<PrintSchema>(PhantomData),
        &PlainAdapter::<Completions>(PhantomData),
        &PlainAdapter::<Man>(PhantomData),
    ]
}

impl App {
    /// These verbs, and those that other crates have added.
    pub(crate) fn verbs(&self) -> impl Iterator<Item = &dyn Verb> {
        let added = self.added().iter().map(|verb| -> &dyn Verb { verb });
        verbs().into_iter().map(|verb| -> &dyn Verb { verb }).chain(added)
    }
}

/// The verbs and the commands of a program, by their words.
pub(crate) struct Tree<'a> {
    app: &'a App,
    verbs: Vec<&'a dyn Verb>,
    shown: ShownHelp,
}

/// Which help may be shown: it has examples, and some take long to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShownHelp {
    None,
    /// That of the commands and subjects with these words.
    Of(Vec<String>),
    All,
}

impl ShownHelp {
    fn is_of(&self, word: &str) -> bool {
        match self {
            Self::None => false,
            Self::Of(words) => words.iter().any(|known| known.eq_ignore_ascii_case(word)),
            Self::All => true,
        }
    }
}

impl<'a> Tree<'a> {
    pub(crate) fn new(app: &'a App, shown: ShownHelp) -> Self {
        // A verb about questions or games is left out if none is registered.
        let is_there = |verb: &&'a dyn Verb| verb.subject_word().is_none() || !verb.subjects(app).is_empty();
        Self { app, verbs: app.verbs().filter(is_there).collect(), shown }
    }

    fn verb(&self, name: &str) -> Option<&'a dyn Verb> {
        self.verbs.iter().copied().find(|verb| verb.name() == name)
    }

    /// The registered commands below a verb.
    pub(crate) fn registered(&self, path: &[&str]) -> impl Iterator<Item = &'a dyn SubjectCommand> {
        let path: Vec<String> = path.iter().map(|&word| word.to_owned()).collect();
        self.app.all_subject_commands().filter(move |one| one.verb() == path)
    }

    /// Looks at the flags that were given to a command that lacks others.
    pub(crate) fn look(
        &self,
        path: &[&str],
        subject: &str,
        matches: &ArgMatches,
        session: &Session,
    ) -> Result<(), Failure> {
        if let Some(own) = self.registered(path).find(|one| one.subject() == subject) {
            return own.look(matches, session);
        }
        let verb = path.first().and_then(|verb| self.verb(verb));
        verb.map_or(Ok(()), |verb| verb.look(SubjectCall { app: self.app, subject, session }, matches))
    }

    /// The first words of all commands, the program's own first.
    pub(crate) fn first_words(&self) -> Vec<&'static str> {
        let own = self.verbs.iter().map(|verb| verb.name());
        let mut words: Vec<&'static str> = Vec::new();
        for word in own.chain(self.app.all_subject_commands().filter_map(|one| one.verb().first().copied())) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }

    /// Whether a word is a verb that is left out, because no game of the program has it.
    pub(crate) fn leaves_out(&self, word: &str) -> bool {
        self.verb(word).is_none() && self.app.verbs().any(|verb| verb.name() == word)
    }

    /// The names of the games in the box that are files.
    pub(crate) fn boxed_names(&self) -> Vec<&'a str> {
        self.app.boxed.iter().map(|file| file.name).collect()
    }

    /// The name of the program.
    pub(crate) fn program(&self) -> &str {
        self.app.name()
    }

    /// For a word that is no verb but names a game or a question, whatever its case: a verb that takes it, and its name.
    pub(crate) fn verb_of(&self, word: &str) -> Option<(&'static str, String)> {
        self.verbs.iter().find_map(|verb| {
            let mut subjects = verb.subjects(self.app).into_iter();
            Some((verb.name(), subjects.find(|subject| subject.eq_ignore_ascii_case(word))?))
        })
    }

    /// The second words of the verbs that have two.
    pub(crate) fn second_words(&self, first: &str) -> Vec<&'static str> {
        let mut words = Vec::new();
        for one in self.app.all_subject_commands() {
            if let [known, second] = one.verb()
                && *known == first
                && !words.contains(second)
            {
                words.push(*second);
            }
        }
        words
    }

    /// The subjects of a verb. A registered command replaces the verb's own subject of the same name.
    pub(crate) fn subjects(&self, path: &[&str]) -> Vec<String> {
        let mut subjects: Vec<String> = self.registered(path).map(|one| one.subject().to_owned()).collect();
        if let [verb] = path
            && let Some(verb) = self.verb(verb)
        {
            let own = verb.subjects(self.app).into_iter().filter(|own| !subjects.contains(own));
            subjects = own.collect::<Vec<_>>().into_iter().chain(subjects.clone()).collect();
        }
        subjects
    }

    pub(crate) fn subject_command(&self, path: &[&str], subject: &str) -> Command {
        if let Some(own) = self.registered(path).find(|one| one.subject() == subject) {
            let command = with_program(by_either_name(own.command()), self.app.name());
            // The help of a verb without a command of its own is that of its first subject.
            let is_first = |word: &&str| {
                self.shown.is_of(word) && self.subjects(path).first().is_some_and(|first| first == subject)
            };
            let is_shown = self.shown.is_of(subject) || path.get(1).is_some_and(is_first);
            let examples = if is_shown { self.planning_examples(path, subject) } else { Vec::new() };
            return match examples.as_slice() {
                [] => command,
                examples => command.after_help(in_help(self.app.name(), examples)),
            };
        }
        let Some(verb) = path.first().and_then(|verb| self.verb(verb)) else {
            return Command::new(subject.to_owned());
        };
        let command = by_either_name(verb.subject_command(self.app, subject));
        if self.shown.is_of(subject) {
            command.after_help(in_help(self.app.name(), &verb.examples(self.app, subject)))
        } else {
            command
        }
    }

    /// The examples of a campaign, if the command plans one.
    fn planning_examples(&self, path: &[&str], subject: &str) -> Vec<Example> {
        let ["plan", verb] = path else { return Vec::new() };
        let is_it = |known: &&Arc<dyn Campaign>| known.verb() == *verb && known.subject() == subject;
        self.app.campaigns().iter().find(is_it).map_or_else(Vec::new, |campaign| campaign.examples())
    }

    /// Some examples of a verb about questions or games.
    fn examples(&self, verb: &dyn Verb, most: usize) -> Vec<Example> {
        let subjects = verb.subjects(self.app).into_iter();
        let own =
            subjects.filter(|subject| !self.registered(&[verb.name()]).any(|one| one.subject() == subject));
        let examples = own.map(|subject| verb.examples(self.app, &subject)).filter(|found| !found.is_empty());
        of_several(&examples.take(most).collect::<Vec<_>>(), most)
    }

    /// The command of a verb, with a command for each of its subjects.
    fn verb_command(&self, path: &[&str]) -> Command {
        let own = match path {
            [verb] => self.verb(verb),
            _ => None,
        };
        if let Some(verb) = own
            && verb.subject_word().is_none()
        {
            return with_program(by_either_name(verb.command()), self.app.name());
        }
        let word = own.and_then(Verb::subject_word).unwrap_or("SUBJECT");
        let subjects = self.subjects(path);
        let commands: Vec<Command> =
            subjects.iter().map(|subject| self.subject_command(path, subject)).collect();
        let name = path.last().copied().unwrap_or_default().to_owned();
        let command = match (own, commands.first()) {
            (Some(verb), _) if self.shown.is_of(&name) => {
                verb.command().after_help(self.in_verb_help(verb, word))
            }
            (Some(verb), _) => verb.command(),
            // The subjects of a verb below `plan` describe themselves.
            (None, Some(first)) if path.first() == Some(&"plan") => {
                let about = format!("Divide `{name}` into tasks for many machines");
                described_as(Command::new(name), first).about(about)
            }
            (None, Some(first)) => described_as(Command::new(name), first),
            (None, None) => Command::new(name),
        };
        command
            .subcommands(commands)
            .subcommand_value_name(word)
            .subcommand_help_heading(heading(word))
            .subcommand_required(!own.is_some_and(Verb::stands_alone))
            .disable_help_subcommand(true)
    }

    /// The end of the help of a verb: examples, and the command that explains its flags.
    fn in_verb_help(&self, verb: &dyn Verb, word: &str) -> String {
        let (program, name) = (self.app.name(), verb.name());
        let mut examples = self.examples(verb, 3);
        if verb.stands_alone() {
            examples.extend(verb.examples(self.app, name));
        }
        let examples = in_help(program, &examples);
        format!("{examples}\n\n`{program} {name} {word} --help` explains the flags.").trim_start().to_owned()
    }

    /// All commands. To make all of their flags takes some milliseconds; of the commands that are not `needed`, only
    /// the first word is made.
    pub(crate) fn command(&self, needed: impl Fn(&str) -> bool) -> Command {
        let program = self.app.name().to_owned();
        let mut root = Command::new(program.clone())
            .version(env!("CARGO_PKG_VERSION"))
            .about(
                "Questions about board games as CNF and SMT, for any solver; answers with proofs that anybody can check",
            )
            .after_help(self.after_help())
            .arg_required_else_help(true)
            .subcommand_required(true)
            .max_term_width(100)
            .arg(
                Arg::new("json")
                    .long("json")
                    .global(true)
                    .action(ArgAction::SetTrue)
                    .help("Give the answer as one JSON object"),
            )
            .arg(
                Arg::new("quiet")
                    .long("quiet")
                    .short('q')
                    .global(true)
                    .action(ArgAction::SetTrue)
                    .help("Print only errors on standard error"),
            );
        for word in self.first_words() {
            if !needed(word) {
                root = root.subcommand(Command::new(word));
                continue;
            }
            let seconds = self.second_words(word);
            if seconds.is_empty() {
                root = root.subcommand(self.verb_command(&[word]));
                continue;
            }
            let commands: Vec<Command> =
                seconds.iter().map(|second| self.verb_command(&[word, second])).collect();
            let examples = commands.iter().filter_map(|command| first_example(command, self.app.name()));
            let examples: String = examples.take(3).collect();
            root = root.subcommand(
                Command::new(word)
                    .about(format!("{}: {}", about_group(word), seconds.join(", ")))
                    .after_help(if examples.is_empty() { examples } else { format!("Examples:{examples}") })
                    .subcommands(commands)
                    .subcommand_required(true)
                    .arg_required_else_help(true)
                    .disable_help_subcommand(true),
            );
        }
        root
    }

    /// A first example of the main verbs, and where to read on.
    fn after_help(&self) -> String {
        let program = self.app.name();
        let mut examples = vec![("games".to_owned(), "all games, questions and commands".to_owned())];
        if self.shown != ShownHelp::None {
            for name in ["emit", "solve", "prove", "enumerate", "replay", "perft"] {
                examples.extend(self.verb(name).and_then(|verb| self.examples(verb, 1).into_iter().next()));
            }
        }
        let lines: String = examples
            .iter()
            .map(|(command, remark)| format!("\n  {program} {command}   {remark}").trim_end().to_owned())
            .collect();
        format!(
            "Examples:{lines}\n\n`{program} VERB --help` lists what a verb applies to, and \
             `{program} VERB SUBJECT --help` explains its flags.\n\n\
             Exit codes: 0 what was asked holds, 1 it does not, 2 bad usage or input, 3 undecided; `solve`: 10, 20, 0."
        )
    }
}

/// A command that takes `--dir` for its `--out`, and `--out` for its `--dir`, if it has only one of the two.
fn by_either_name(command: Command) -> Command {
    let flag = |name: &str| {
        let mut flags = command.get_arguments();
        flags.find(|flag| flag.get_long() == Some(name)).map(|flag| flag.get_id().to_string())
    };
    match (flag("out"), flag("dir")) {
        (Some(out), None) => command.mut_arg(out, |out| out.alias("dir")),
        (None, Some(dir)) => command.mut_arg(dir, |dir| dir.alias("out")),
        _ => command,
    }
}

/// A command whose examples name the program where they have the word `PROGRAM`.
fn with_program(command: Command, program: &str) -> Command {
    match command.get_after_help() {
        Some(help) => {
            let help = help.to_string().replace("PROGRAM", program);
            command.after_help(help)
        }
        None => command,
    }
}

/// The line of the first example in the help of a command.
fn first_example(command: &Command, program: &str) -> Option<String> {
    let help = command.get_after_help()?.to_string();
    let line = help.lines().find(|line| line.trim_start().split(' ').next() == Some(program));
    line.map(|line| format!("\n{line}"))
}

/// The description of a group of verbs.
fn about_group(word: &str) -> &'static str {
    match word {
        "retro" => "Solve games backwards from their ends, and query the tables",
        "plan" => "Divide a command into tasks for many machines",
        _ => "Several commands",
    }
}

fn heading(word: &str) -> &'static str {
    match word {
        "QUESTION" => "Questions",
        "GAME" => "Games",
        _ => "Subjects",
    }
}

/// Describes a verb of which only commands are registered by the first of them.
fn described_as(mut command: Command, first: &Command) -> Command {
    if let Some(about) = first.get_about() {
        command = command.about(about.clone());
    }
    if let Some(help) = first.get_after_help() {
        command = command.after_help(help.clone());
    }
    command
}

/// The whole command, for completions and man pages.
pub(crate) fn command(app: &App) -> Command {
    Tree::new(app, ShownHelp::All).command(|_| true)
}

impl App {
    /// The commands whose subject is a game or a question about it.
    pub(crate) fn commands_of(&self, game: &str) -> Vec<String> {
        let tree = Tree::new(self, ShownHelp::None);
        let is_about = |subject: &String| subject_of(subject) == game;
        let mut commands = Vec::new();
        for word in tree.first_words() {
            if tree.subjects(&[word]).iter().any(is_about) {
                commands.push(word.to_owned());
            }
            let seconds = tree.second_words(word).into_iter();
            let seconds = seconds.filter(|second| tree.subjects(&[word, second]).iter().any(is_about));
            commands.extend(seconds.map(|second| format!("{word} {second}")));
        }
        commands
    }
}
