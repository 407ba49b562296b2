//! The texts of the pages and of the script, in one place. What games, tables and errors say comes from them.

pub(crate) const GAMES: &str = "Games";
pub(crate) const HOME: &str = "Solved games, records and proofs";
pub(crate) const SKIP: &str = "Skip to the content";
pub(crate) const MAIN: &str = "Main";
pub(crate) const FOOTER: &str = "Values come from tables on this machine. ";
pub(crate) const NOT_SHOWN: &str = "Not shown";
pub(crate) const EXAMPLES: &str = "Examples: ";
pub(crate) const CANNOT_BE_SHOWN: &str = "This cannot be shown";
pub(crate) const NO_PAGE: &str = "there is no such page\n";

pub(crate) const SOLVED: &str = "Solved: ";
pub(crate) const PLAY: &str = "Play from the start";
pub(crate) const START_OF: &str = "The start of ";
pub(crate) const BOARDS: &str = "Boards: ";
pub(crate) const NO_TWIN_GAME: &str =
    "This game has no naive twin: there is no second opinion on what is shown.";
pub(crate) const NO_TWIN: &str = "No second opinion: this game has no naive twin.";

/// The links between the pages of a game.
pub(crate) mod links {
    pub(crate) const ABOUT: &str = "about";
    pub(crate) const START: &str = "start";
    pub(crate) const SETUP: &str = "set up";
    pub(crate) const RECORD: &str = "record";
    pub(crate) const QUESTIONS: &str = "questions";
    pub(crate) const RULES: &str = "rules";
    pub(crate) const RANDOM: &str = "random position";
    pub(crate) const LONGEST: &str = "longest games";
    pub(crate) const PUZZLES: &str = "puzzles";
    pub(crate) const CERTIFICATES: &str = "certificates";
    pub(crate) const PROFILES: &str = "profiles";
    pub(crate) const CAMPAIGNS: &str = "campaigns";
}

/// The page of a position.
pub(crate) mod position {
    pub(crate) const BOARD: &str = "Board";
    pub(crate) const PLIES: &str = "Plies";
    pub(crate) const BEST: &str = "Best play";
    pub(crate) const FACTS: &str = "Details";
    pub(crate) const REACHABLE: &str = "Is it reachable?";
    pub(crate) const REACH: &str = "Search a game to this position";
    pub(crate) const VALUE: &str = "The value of this position";
    pub(crate) const DECIDE: &str = "Search";
    pub(crate) const DECIDE_HINT: &str = "There is no table of this position. A search may take long; it ends when you stop it or \
         leave the page.";
    pub(crate) const TABLES_FAILED: &str = "The tables have no answer: ";
    pub(crate) const IMAGE: &str = "The same up to symmetry: ";
    pub(crate) const REPRESENTATIVE: &str =
        "Of the positions that symmetries make of it, this one is the first.";
}

/// The page on which a position is set up.
pub(crate) mod setup {
    pub(crate) const TITLE: &str = "Set up a position";
    pub(crate) const BY_CLICKING: &str = "set up by clicking";
    pub(crate) const POSITION: &str = "Position";
    pub(crate) const SHOW: &str = "Show";
    pub(crate) const PIECE: &str = "Piece";
    pub(crate) const ENDING: &str = "To move";
    pub(crate) const CLEAR: &str = "Clear the board";
    pub(crate) const HINT: &str = "Choose a piece and click on squares. With the keyboard: arrows move over the board, \
         Enter puts the chosen piece, a letter of the notation puts its piece.";
    pub(crate) const ONLY_TEXT: &str = "Positions of this game can only be given as text.";
    pub(crate) const DEFAULT: &str = "default";
}

/// The page of a record.
pub(crate) mod record {
    pub(crate) const TITLE: &str = "Record of ";
    pub(crate) const RECORD: &str = "Record";
    pub(crate) const REPLAY: &str = "Replay";
    pub(crate) const MISTAKE: &str = "a mistake led here";
    pub(crate) const CURVE: &str = "values behind each ply";
}

/// The pages of puzzles.
pub(crate) mod puzzles {
    pub(crate) const INTRODUCTION: &str = "Positions in which ";
    pub(crate) const PLIES: &str = "Decided in this number of plies";
    pub(crate) const SINGLE: &str = "only one move keeps the outcome";
    pub(crate) const UNSOLVED: &str = "only those that I have not solved";
    pub(crate) const FIND: &str = "Find puzzles";
    pub(crate) const OWN: &str = "A list of your own";
    pub(crate) const OWN_HINT: &str = "One position on each line. The list stays in this browser. A table has to know the \
         positions.";
    pub(crate) const OWN_USE: &str = "Use this list";
    pub(crate) const FORGET: &str = "Forget my progress";
    pub(crate) const PLAY: &str = "Puzzle";
    pub(crate) const HINT: &str = "Hint";
    pub(crate) const SOLUTION: &str = "Solution";
    pub(crate) const AGAIN: &str = "Start again";
    pub(crate) const NEXT: &str = "Next puzzle";
    pub(crate) const MOVES: &str = "Played so far";
    pub(crate) const NO_SCRIPT: &str = "Puzzles are played with the script of this page. Without it: ";
    pub(crate) const VALUES: &str = "the position with all values";
    pub(crate) const NO_TABLES: &str = "No tables know this position, so that nobody can answer.";
    pub(crate) const NONE: &str = "No tables with puzzles are served.";
}

/// The page on which a game is written.
pub(crate) mod write {
    pub(crate) const LINK: &str = "Write a game of your own";
    pub(crate) const TITLE: &str = "Write a game";
    pub(crate) const HINT: &str = "The text is read as you type, by two readers that share no code. It is stored nowhere: save \
         the file, and every command takes it in the place of a game.";
    pub(crate) const NO_SCRIPT: &str = "This page needs its script.";
    pub(crate) const BEGIN_WITH: &str = "Begin with the rules of: ";
    pub(crate) const TEXT: &str = "Game file";
    pub(crate) const MISTAKE: &str = "The line with the mistake";
    pub(crate) const GO_THERE: &str = "Go to the mistake";
    pub(crate) const SAVE: &str = "Save the file";
    pub(crate) const GAME: &str = "The game";
    pub(crate) const BOARD: &str = "Board";
    pub(crate) const BACK: &str = "Take back";
    pub(crate) const CHECK: &str = "Check the rules";
    pub(crate) const CHECK_MEANS: &str =
        "Proves what the file declares, and compares both readers in games at random on this board.";
    pub(crate) const ABOUT_QUESTIONS: &str =
        "A condition, or a largest or smallest value: max count(moves). Words: ";
}

/// Pages with long work.
pub(crate) mod work {
    pub(crate) const QUESTION: &str = "Question";
    pub(crate) const ASK: &str = "Ask";
    pub(crate) const WORDS: &str = "Words";
    pub(crate) const NO_LANGUAGE: &str = "there is no language for this";
    pub(crate) const WINS: &str = "Longest wins";
    pub(crate) const LOSSES: &str = "Longest losses";
    pub(crate) const FIND: &str = "Find them";
    pub(crate) const CERTIFICATES: &str = "Certificates";
    pub(crate) const CLAIMS: &str = "Claims with proofs: ";
    pub(crate) const CLAIMED: &str = "Claims, not yet checked: ";
    pub(crate) const CHECK: &str = "Check";
    pub(crate) const CHECK_MEANS: &str = "A check compares the files with their hashes, replays the witness with the naive game, \
         derives the clauses again, and checks the proofs (or the splits of a branch and bound). \
         It does not show that the rules in the circuit are those of the game: tests do.";
    pub(crate) const NONE: &str = "None: give a directory with ";
}

/// Profiles.
pub(crate) mod profiles {
    pub(crate) const TITLE: &str = "Profiles";
    pub(crate) const ABOUT: &str = "Exact bounds by classes of positions: ";
    pub(crate) const MEANS: &str = "A value is exact if a proof of the bound beyond it was checked when the profile was \
         made. Witnesses are verified again for this page; the proofs are not kept.";
    pub(crate) const BEST: &str = "best value";
    pub(crate) const STATE: &str = "state";
    pub(crate) const POSITION: &str = "position";
    pub(crate) const EXACT: &str = "exact";
    pub(crate) const OPEN: &str = "open";
    pub(crate) const NOTHING: &str = "no position";
    pub(crate) const BOARD: &str = "board";
    pub(crate) const VERIFIED: &str = "The witnesses were verified again.";
    pub(crate) const NOT_VERIFIED: &str = "Not verified: ";
    pub(crate) const NO_SUCH: &str = "no such profile";
}

/// Campaigns.
pub(crate) mod campaigns {
    pub(crate) const KNOWN: &str = "Work for many machines: ";
    pub(crate) const NO_SUCH: &str = "no such campaign";
    pub(crate) const UNDER_WAY: &str = "Not complete yet.";
    pub(crate) const DONE: &str = "All tasks are done: gather puts the result together.";
    pub(crate) const GATHERED: &str =
        "All tasks are done, and there is a result. Only check says whether it is right.";
    pub(crate) const PROGRESS: &str = "Progress";
    pub(crate) const OF_EXPECTED: &str = " of the expected cost";
    pub(crate) const EXPECTED: &str = "Expected";
    pub(crate) const OF_ONE: &str = " of one processor";
    pub(crate) const MEASURED: &str = "Measured";
    pub(crate) const FACTOR: &str = " times the expected cost";
    pub(crate) const LEFT: &str = "Left";
    pub(crate) const END: &str = "End";
    pub(crate) const ABOUT: &str = "in about ";
    pub(crate) const NOBODY: &str = "nobody is at work";
    pub(crate) const STAGES: &str = "Stages";
    pub(crate) const STAGES_HEAD: [&str; 6] =
        ["stage", "tasks", "done", "running", "begun without an output", "measured / expected"];
    pub(crate) const MORE: &str = " more stages";
    pub(crate) const OPEN: &str = " more stages at most: outputs will show how many";
    pub(crate) const RUNNING: &str = "Tasks in progress";
    pub(crate) const RUNNING_HEAD: [&str; 5] = ["task", "machine", "process", "time", "state"];
    pub(crate) const ALIVE: &str = "running";
    pub(crate) const SILENT: &str = "no sign of life for ";
    pub(crate) const MACHINES: &str = "Machines";
    pub(crate) const MACHINES_HEAD: [&str; 4] = ["machine", "version", "tasks", "time"];
    pub(crate) const MACHINES_MEAN: &str =
        "By the records of runs, which anybody can write who can write the directory.";
    pub(crate) const FAILURES: &str = "Failures";
    pub(crate) const FAILED: &str = " tasks failed, or have an output that is not theirs";
    pub(crate) const REFRESHED: &str = "This page is fetched anew every ";
    pub(crate) const SECONDS: &str = " seconds.";
}

/// What the script says, by name. `{}` stands for a part that it fills in.
pub(crate) const SCRIPT: &[(&str, &str)] = &[
    ("plies", "{}: {} plies"),
    ("searching", "searching …"),
    ("stop", "Stop"),
    ("stopped", "stopped"),
    ("ended", "the connection ended"),
    ("line", "line"),
    ("solution", "solution"),
    ("witness", "the witness"),
    ("inPlies", "{} in {}"),
    ("solved", "solved"),
    ("progress", "{} of {} solved"),
    ("win", "win"),
    ("draw", "draw"),
    ("loss", "loss"),
    ("yourTurn", "Your turn: keep the {}."),
    ("letsGo", "{} lets the {} go: {}. Try again."),
    ("slower", "{} works, but takes {} plies instead of {}."),
    ("answers", "The table answers {}."),
    ("done", "Solved."),
    ("doneHelped", "Done, with help."),
    ("hint", "Begin at {}."),
    ("hintMove", "Play {}."),
    ("noValues", "The tables have no answer: {}"),
    ("valid", "a position"),
    ("square", "{}: {}"),
    ("nothing", "no position in the list"),
    ("reads", "{}: both readers agree on this position and its moves"),
    ("perft", "Games of 1, 2, 3 … plies from here: {}"),
];
