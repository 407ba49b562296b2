//! The command `certamen`: parse, run, exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    certamen::cli::main()
}
