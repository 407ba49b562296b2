//! The command `certamen`: the command line with the built-in games.

use std::process::ExitCode;

fn main() -> ExitCode {
    certamen::games::app("certamen").run()
}
