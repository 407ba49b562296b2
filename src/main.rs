//! The command `certamen`: the command line with the games of the box.

use std::process::ExitCode;

fn main() -> ExitCode {
    certamen::games::app("certamen").run()
}
