//! A stranger's program: two games and a puzzle that are not built in.

mod clobber;
mod noughts;
mod queens;

use certamen::prelude::*;
use std::process::ExitCode;

fn main() -> ExitCode {
    // For tests that a disagreement with the naive twin is reported.
    let is_wrong = std::env::var_os("TOOLKIT_IS_WRONG").is_some();
    let noughts = RuledGame::new("Noughts and crosses on 3x3 squares")
        .with(BoardRules::twinned(noughts::Noughts { line_loses: false, is_wrong }).with_puzzles())
        .twinned(noughts::Noughts { line_loses: true, is_wrong });
    let clobber = RuledGame::new("Clobber, without a naive twin").alone(clobber::Clobber);
    App::new("toolkit")
        .rules(noughts)
        .rules(clobber)
        .question::<queens::Queens>()
        .verb(certamen::serve::verb())
        .run()
}
