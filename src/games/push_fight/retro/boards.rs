//! The boards that can be solved, and a board with its turns as an object.
//!
//! The engine and the queries to tables are compiled once, for [`AnyBoard`]; only turns and numbers are compiled for each
//! board. Cost: a call by a pointer for each turn, beside its generation.

use crate::board::variant;
use crate::search::turns::{each_number_after, each_number_before};
use crate::search::{is_stuck, successors, turn_between, winning};
use certamen_retro::positions::{DirectTarget, LocalValue};
use encodings::push_fight::board::{Board, PushFight};
use encodings::push_fight::minimized::MinimizedNumbers;
use encodings::push_fight::notation;
use encodings::push_fight::number::{Number, Numbers};
use encodings::push_fight::{Pieces, Position};
use std::fmt;
use std::ops::ControlFlow;
use verify::push_fight as naive;

/// The size of a board, and the pieces of each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The number of files.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// The number of pushers of each player.
    pub pushers: usize,
    /// The number of movers of each player.
    pub movers: usize,
}

impl Setup {
    /// The name of the board, such as `5x4`.
    pub fn board(self) -> String {
        format!("{}x{}", self.files, self.ranks)
    }

    /// Whether these are the pieces that the board has by default: of the setups with this board, the first.
    pub fn is_default(self) -> bool {
        Self::ALL.iter().find(|setup| setup.board() == self.board()) == Some(&self)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board())?;
        if self.is_default() {
            return Ok(());
        }
        write!(f, ", pushers {}, movers {}", self.pushers, self.movers)
    }
}

/// Which positions have numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// All with an anchor.
    #[default]
    All,
    /// Those that can follow a push. Every turn leads to one of them.
    Minimized,
}

/// Positions and turns of a board, whatever its type. Pieces have to form a position of the board.
pub(super) trait AnyBoard: fmt::Debug + Send + Sync {
    fn setup(&self) -> Setup;

    fn form(&self) -> Form;

    /// The board of the naive game. `None` if the naive game does not have it.
    fn variant(&self) -> Option<naive::Variant>;

    /// The number of numbers.
    fn len(&self) -> u64;

    /// The number of a position. `None` before the first push, and for a position that the form leaves out.
    fn number(&self, pieces: Pieces<u32>) -> Option<u64>;

    fn position(&self, number: u64) -> Option<Pieces<u32>>;

    fn rotated(&self, pieces: Pieces<u32>) -> Pieces<u32>;

    fn parse(&self, text: &str) -> Result<Pieces<u32>, String>;

    fn show(&self, pieces: Pieces<u32>) -> String;

    /// The name of a turn that wins at once.
    fn winning(&self, pieces: Pieces<u32>) -> Option<String>;

    fn successors(&self, pieces: Pieces<u32>) -> Vec<Pieces<u32>>;

    /// The name of a turn from one position to another.
    fn turn_between(&self, pieces: Pieces<u32>, next: Pieces<u32>) -> Option<String>;

    fn alone(&self, number: u64) -> LocalValue;

    fn each_move(&self, number: u64, give: &mut dyn FnMut(DirectTarget) -> ControlFlow<()>);

    fn each_unmove(&self, number: u64, give: &mut dyn FnMut(u64));
}

/// A board.
#[derive(Debug)]
struct SizedBoard<B> {
    setup: Setup,
    numbers: Numbers<B>,
    /// What the minimized form keeps of the numbers.
    minimized: Option<MinimizedNumbers>,
}

impl<B: Board> SizedBoard<B> {
    fn new(setup: Setup, form: Form) -> Self {
        let numbers = Numbers::new();
        let minimized = (form == Form::Minimized).then(|| MinimizedNumbers::new(&numbers));
        Self { setup, numbers, minimized }
    }

    /// The number in this form.
    #[inline(always)]
    fn kept(&self, dense: Number) -> Option<u64> {
        match &self.minimized {
            None => Some(dense.0),
            Some(minimized) => minimized.of(dense).map(|Number(number)| number),
        }
    }

    fn at(&self, number: u64) -> Option<Position<B>> {
        let dense = match &self.minimized {
            None => Number(number),
            Some(minimized) => minimized.dense(Number(number))?,
        };
        self.numbers.position(dense)
    }
}

impl<B: Board> AnyBoard for SizedBoard<B> {
    fn setup(&self) -> Setup {
        self.setup
    }

    fn form(&self) -> Form {
        if self.minimized.is_some() { Form::Minimized } else { Form::All }
    }

    fn variant(&self) -> Option<naive::Variant> {
        variant::<B>().ok()
    }

    fn len(&self) -> u64 {
        self.minimized.as_ref().map_or_else(|| self.numbers.len(), MinimizedNumbers::len)
    }

    fn number(&self, pieces: Pieces<u32>) -> Option<u64> {
        self.numbers.number(Position::assume(pieces)).and_then(|dense| self.kept(dense))
    }

    fn position(&self, number: u64) -> Option<Pieces<u32>> {
        self.at(number).map(Position::pieces)
    }

    fn rotated(&self, pieces: Pieces<u32>) -> Pieces<u32> {
        Position::<B>::assume(pieces).rotated().pieces()
    }

    fn parse(&self, text: &str) -> Result<Pieces<u32>, String> {
        notation::parse::<B>(text).map(Position::pieces).map_err(|error| error.to_string())
    }

    fn show(&self, pieces: Pieces<u32>) -> String {
        notation::print(Position::<B>::assume(pieces))
    }

    fn winning(&self, pieces: Pieces<u32>) -> Option<String> {
        winning(Position::<B>::assume(pieces)).map(|turn| turn.name::<B>())
    }

    fn successors(&self, pieces: Pieces<u32>) -> Vec<Pieces<u32>> {
        successors(Position::<B>::assume(pieces)).into_iter().map(Position::pieces).collect()
    }

    fn turn_between(&self, pieces: Pieces<u32>, next: Pieces<u32>) -> Option<String> {
        let [from, to] = [pieces, next].map(Position::<B>::assume);
        turn_between(from, to).map(|turn| turn.name::<B>())
    }

    fn alone(&self, number: u64) -> LocalValue {
        let Some(position) = self.at(number) else { return LocalValue::Nothing };
        if winning(position).is_some() {
            LocalValue::Won
        } else if is_stuck(position) {
            LocalValue::Lost
        } else {
            LocalValue::Open
        }
    }

    fn each_move(&self, number: u64, give: &mut dyn FnMut(DirectTarget) -> ControlFlow<()>) {
        let Some(position) = self.at(number) else { return };
        // A turn leads to a position that follows a push. The engine would refuse another number.
        let after = |dense| DirectTarget::Number(self.kept(dense).unwrap_or(u64::MAX));
        let _ =
            each_number_after(&self.numbers, position, |next| give(next.map_or(DirectTarget::Won, after)));
    }

    fn each_unmove(&self, number: u64, give: &mut dyn FnMut(u64)) {
        let Some(position) = self.at(number) else { return };
        each_number_before(&self.numbers, position, |dense| {
            if let Some(number) = self.kept(dense) {
                give(number);
            }
        });
    }
}

/// Lists boards: files, ranks, pushers and movers.
macro_rules! setups {
    ($($files:literal x $ranks:literal $pushers:literal $movers:literal),+ $(,)?) => {
        impl Setup {
            /// The boards that can be solved; of each board first the one with its default pieces.
            pub const ALL: &[Self] =
                &[$(Self { files: $files, ranks: $ranks, pushers: $pushers, movers: $movers }),+];

            /// The board with its turns. `None` if it is not one of [`Setup::ALL`].
            pub(super) fn open(self, form: Form) -> Option<Box<dyn AnyBoard>> {
                match (self.files, self.ranks, self.pushers, self.movers) {
                    $(($files, $ranks, $pushers, $movers) => {
                        type Here = PushFight<$files, $ranks, $pushers, $movers>;
                        Some(Box::new(SizedBoard::<Here>::new(self, form)))
                    })+
                    _ => None,
                }
            }
        }
    };
}

setups! {
    4 x 3 1 1, 4 x 3 1 0, 4 x 3 2 0, 4 x 3 2 1,
    4 x 4 2 1, 4 x 4 1 1, 4 x 4 2 0, 4 x 4 2 2,
    5 x 4 3 2, 5 x 4 1 1, 5 x 4 2 1, 5 x 4 2 2, 5 x 4 3 1,
    6 x 3 2 1, 6 x 3 2 2,
    6 x 4 3 1, 6 x 4 1 1, 6 x 4 2 1, 6 x 4 2 2, 6 x 4 3 2,
    7 x 4 2 1, 7 x 4 2 2,
    8 x 3 2 1, 8 x 3 2 2,
    8 x 4 3 2, 8 x 4 2 1,
}
