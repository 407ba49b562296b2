//! The traits of a game: implement them, and every verb works on the game.
//!
//! Idea: a position is a few named words ([`board!`](crate::board!) declares them), a move is a bit of one of a few
//! words, and both are functions over [`Word`]. So one source text is the native engine, the circuit and the terms of a
//! game.
//!
//! What a game implements:
//! - [`Boards`]: the words of a position, their layout, which of them are well formed, the symmetries, the letters.
//! - [`Rules`]: the start, the moves, the result of a move, who has won. For games whose moves are a family of words.
//!
//! What every game gets:
//! - [`Position`], [`Phase`], [`Position::perft`], [`Leaves`]: the native engine.
//! - [`print()`], [`parse`], [`print_step`], [`parse_step`], [`View`]: boards and steps as text.
//! - [`unknown_board`], [`require_steps`], [`require_least`], [`require_least_image`]: boards in a
//!   [`Statement`]. [`state_game`], [`state_last_plies`], [`state_ply`], [`state_play`]: games as
//!   formulas. [`state_forced_win`]: a forced win as a formula with quantifiers. [`chosen_step`], [`ended`], [`due_pass`]:
//!   parts of a ply.
//!
//! The types between: [`NamedWords`], [`Family`], [`StepKind`], [`Origin`], [`Displacement`], [`Step`], [`Outcome`], [`Players`],
//! [`Stuck`], [`Ending`], [`DerivedWord`], [`TurnPlayed`], and the errors [`PositionError`], [`BoardError`], [`StepError`]. All
//! paths are `encodings::rules::...`.

mod derived_word;
mod family;
mod forced_win;
mod named_words;
mod native;
mod notation;
mod outcome;
mod played;
mod stated;
mod turn_played;

pub use derived_word::DerivedWord;
pub use family::{Displacement, Family, Origin, Step, StepKind};
pub use forced_win::{ForcedWin, FormulaTooLarge, Side, state_forced_win};
pub use named_words::NamedWords;
pub use native::{Leaves, Phase, Position, PositionError};
pub use notation::{BoardError, StepError, View, parse, parse_step, print, print_step};
pub use outcome::{Ending, Outcome, Players, Stuck};
pub use played::{
    Passes, PlyStated, chosen_step, due_pass, either, ended, layout_of_kinds, of_games, state_game,
    state_last_plies, state_play, state_ply,
};
pub use stated::{require_least, require_least_image, require_steps, unknown_board};
pub use turn_played::TurnPlayed;

use crate::board::{Layout, Mask, Symmetry};
use crate::statement::Statement;
use crate::word::{NativeWord, OneHot, Word};

/// The letters of words by their position in the list of names, then that of an empty square. A game can define its
/// own.
const LETTERS: &str = "XO#ABCDEFGHIJKLMNPQRSTUVWYZ.";

/// The name of the word that says who moves, and of its condition in questions.
pub const SECOND: &str = "second";

/// A file that states the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesFile<'f> {
    /// The text, byte for byte.
    pub text: &'f str,
    /// The SHA-256 of the text, as 64 hexadecimal digits.
    pub hash: &'f str,
}

/// What the boards of a game are: named words on a layout.
///
/// A game whose moves are a [`Family`] implements [`Rules`] as well. A value of the type is one game: settings that are
/// chosen at run time, such as a number of pieces, are its fields.
///
/// # Examples
/// ```
/// use encodings::othello::rules::Othello;
/// use encodings::rules::Boards;
///
/// /// The number of words of a position, of any game.
/// fn words<G: Boards>(game: &G) -> usize {
///     game.names().len()
/// }
/// assert_eq!(words(&Othello::<8>), 2);
/// assert_eq!(Boards::name(&Othello::<8>), "othello");
/// ```
pub trait Boards: Send + Sync + 'static {
    /// The words of a position, as the player to move sees them.
    type Board<W: Copy>: NamedWords<Word = W>;
    /// The machine word of this game: one with a bit for each square.
    type Native: NativeWord;

    /// The name of the game: lower case, hyphens between words.
    fn name(&self) -> &str;

    /// The layout of the board, shared by all its words.
    fn layout(&self) -> Layout;

    /// The squares of the board: all of the layout, unless the board has holes or missing edges.
    fn squares(&self) -> Mask {
        Mask::first(self.layout().squares())
    }

    /// The names of the words, in their order. The type of the board has them, unless they are known only at run time, as
    /// those that a file gives. Such names live as long as the program: whoever reads them leaks each once.
    #[inline(always)]
    fn names(&self) -> &[&'static str] {
        <Self::Board<Mask> as NamedWords>::NAMES
    }

    /// The name of the board, by which `--board` chooses it: the layout, unless two values with the same layout differ in
    /// something else, such as their pieces.
    fn board_name(&self) -> String {
        self.layout().to_string()
    }

    /// The file that states the rules, if one does. Claims and tables name its hash, so that they belong to these rules
    /// only, and certificates hold the file.
    fn rules_file(&self) -> Option<RulesFile<'_>> {
        None
    }

    /// Whether a position says which player moves, for games in which the two have different moves. Then the last word has
    /// the name [`SECOND`]: it belongs to no square, and its first bit is set if the second player is to move.
    #[inline(always)]
    fn has_second(&self) -> bool {
        false
    }

    /// The number of words whose squares are those of pieces: all, or all but [`SECOND`].
    #[inline(always)]
    fn words_of_pieces(&self) -> usize {
        self.names().len() - usize::from(self.has_second())
    }

    /// The squares that a word can have.
    fn squares_of(&self, name: &str) -> Mask {
        if self.has_second() && name == SECOND { Mask::first(1) } else { self.squares() }
    }

    /// Whether the words are a position: true of each position in which a game goes on, and required in each question.
    /// For positions in which the game has ended, the result may be either.
    fn well_formed<W: Word>(&self, board: Self::Board<W>) -> W::Bit;

    /// The symmetries, besides the identity, that carry positions to positions and steps to steps. Those that follow from
    /// them need not be named.
    fn symmetries(&self) -> &[Symmetry] {
        &[]
    }

    /// The letter of each word, in the order of their names; the last letter is that of an empty square, and letters in
    /// between are not used.
    fn letters(&self) -> &str {
        LETTERS
    }

    /// The squares with something on them: those of all words of pieces.
    #[inline(always)]
    fn occupied<W: Word>(&self, board: Self::Board<W>) -> W {
        (1..self.words_of_pieces()).fold(board.get(0), |found, index| found | board.get(index))
    }

    /// The squares with nothing on them.
    #[inline(always)]
    fn empty<W: Word>(&self, board: Self::Board<W>) -> W {
        self.occupied(board) ^ board.get(0).constant(&self.squares())
    }

    /// The board of these words; `word` is called with each name, in their order.
    #[inline(always)]
    fn build<W: Copy>(&self, mut word: impl FnMut(&'static str) -> W) -> Self::Board<W> {
        let names = self.names();
        NamedWords::build(names.len(), |index| word(names[index]))
    }

    /// The words of a board with their names.
    fn named<W: Copy>(&self, board: Self::Board<W>) -> impl Iterator<Item = (&'static str, W)> {
        self.names().iter().copied().zip(board.words())
    }

    /// The same board in another kind of word, each word converted by itself.
    #[inline(always)]
    fn convert<W: Copy, V: Copy>(board: Self::Board<W>, mut change: impl FnMut(W) -> V) -> Self::Board<V> {
        NamedWords::build(board.count(), |index| change(board.get(index)))
    }

    /// The board that a symmetry of its layout makes of this one.
    #[inline(always)]
    fn image<W: Word>(&self, board: Self::Board<W>, symmetry: Symmetry) -> Self::Board<W> {
        let pieces = self.words_of_pieces();
        NamedWords::build(board.count(), |index| {
            let word: W = board.get(index);
            if index < pieces { word.image(symmetry, self.layout()) } else { word }
        })
    }
}

/// The rules of a game for two players whose moves are bits of a few words.
///
/// A position is always seen by the player to move. If no step exists and [`outcome`](Rules::outcome) does not end the
/// game, [`stuck`](Rules::stuck) says what follows.
///
/// A turn of several parts is not a bit of a word. A game with such turns names the parts
/// ([`parts_of_turn`](Rules::parts_of_turn)), so that questions can choose a turn; its family holds the turns of one
/// part. This trait does not cover a move that the history forbids, nor games whose turns have several parts.
///
/// # Examples
/// ```
/// use encodings::board;
/// use encodings::board::{Direction, Grid, Mask, Symmetry};
/// use encodings::rules::{Boards, Family, Outcome, Position, Rules, Step, StepKind};
/// use encodings::word::Word;
///
/// board! { pub struct Stones { own, opp } }
///
/// /// Col (C. Vout): place a stone on an empty square that is not beside an own stone. A player who cannot has lost.
/// struct Col;
///
/// impl Boards for Col {
///     board!(Stones on Grid<3, 3> as u16);
///
///     fn name(&self) -> &str { "col" }
///     fn symmetries(&self) -> &[Symmetry] { Symmetry::besides_identity(self.layout()) }
///     fn well_formed<W: Word>(&self, at: Stones<W>) -> W::Bit { !(at.own & at.opp).any() }
/// }
///
/// impl Rules for Col {
///     fn start(&self) -> Stones<Mask> { Stones { own: Mask::EMPTY, opp: Mask::EMPTY } }
///
///     fn moves<W: Word>(&self, at: Stones<W>) -> Family<W> {
///         let beside = |direction| Grid::<3, 3>::shift(at.own, direction);
///         let along_files = beside(Direction::North) | beside(Direction::South);
///         let barred = along_files | beside(Direction::East) | beside(Direction::West);
///         Family::new().with(StepKind::placed("place"), self.empty(at).without(barred))
///     }
///
///     fn play<W: Word>(&self, at: Stones<W>, step: Step<W>) -> Stones<W> {
///         Stones { own: at.opp, opp: at.own | step.to() }
///     }
///
///     fn outcome<W: Word>(&self, at: Stones<W>) -> Outcome<W::Bit> { Outcome::open(at.own.any()) }
/// }
///
/// assert_eq!(Position::start(&Col).perft(&Col, 2), 72);
/// assert_eq!(Position::start(&Col).perft(&Col, 3), 336);
/// ```
pub trait Rules: Boards {
    /// Whether [`outcome`](Rules::outcome) never ends a game in which a step exists. If so, the native engine does not
    /// compute the outcome of such positions, which saves Othello a third of the time.
    #[inline(always)]
    fn ends_only_when_stuck(&self) -> bool {
        false
    }

    /// Whether each step adds one piece to the occupied squares and takes none away. The number of pieces of a position
    /// then says how many steps led to it, so that all lengths of games can be asked about.
    fn adds_a_piece(&self) -> bool {
        false
    }

    /// Whether each ply of a well-formed position leads to a well-formed one, or ends the game. Rules in Rust promise it;
    /// of rules in a file it is proved. Without it, nothing is said about games.
    fn keeps_positions(&self) -> bool {
        true
    }

    /// Whether it is a game for two, or a puzzle.
    fn players(&self) -> Players {
        Players::Two
    }

    /// The position at the start.
    fn start(&self) -> Self::Board<Mask>;

    /// The steps of the player to move: one word for each kind of step.
    fn moves<W: Word>(&self, board: Self::Board<W>) -> Family<W>;

    /// The position after a step of the family, as the next player sees it, but without the [`turn`](Rules::turn):
    /// [`next`](Rules::next) makes it.
    fn play<W: Word>(&self, board: Self::Board<W>, step: Step<W>) -> Self::Board<W>;

    /// Whether the game is over before the player to move has moved, and for whom it is won.
    fn outcome<W: Word>(&self, board: Self::Board<W>) -> Outcome<W::Bit>;

    /// What follows if no step exists. By default the player to move has lost. The position after a pass is given without
    /// the [`turn`](Rules::turn), which [`when_stuck`](Rules::when_stuck) makes.
    ///
    /// This is one method rather than a trait for games with passes: any board shows whether a game has passes, and no
    /// game can say that it has passes without saying what they lead to.
    #[inline(always)]
    fn stuck<W: Word>(&self, _board: Self::Board<W>) -> Stuck<Self::Board<W>> {
        Stuck::Loses
    }

    /// Whether no step exists, given the family of the board. A game with turns of several parts overrides it if a turn
    /// can exist where the family is empty.
    #[inline(always)]
    fn is_stuck<W: Word>(&self, board: Self::Board<W>, family: &Family<W>) -> W::Bit {
        !family.any(board.get(0))
    }

    /// The names of the squares that make up a turn of several parts, such as where a piece comes from and goes to; none
    /// if all turns are bits of the family.
    fn parts_of_turn(&self) -> &[&'static str] {
        &[]
    }

    /// The turn that these squares make up, in the order of [`parts_of_turn`](Rules::parts_of_turn); `None` if turns
    /// have no parts, or another number of them.
    fn play_turn<W: Word>(
        &self,
        _board: Self::Board<W>,
        _parts: &[OneHot<W>],
    ) -> Option<TurnPlayed<W, Self::Board<W>>> {
        None
    }

    /// The words that the game shows to questions besides those of its board and its moves, such as what a move captures.
    /// [`word`](Rules::word) and [`word_of_step`](Rules::word_of_step) compute them.
    ///
    /// They must follow the board: a symmetry of the rules that carries one position to another one carries the words as
    /// well.
    fn derived_words(&self) -> &[DerivedWord] {
        &[]
    }

    /// The word of a position with this name; `None` if [`derived_words`](Rules::derived_words) does not list it.
    fn word<W: Word>(&self, _name: &str, _board: Self::Board<W>) -> Option<W> {
        None
    }

    /// The word of a step with this name; `None` if [`derived_words`](Rules::derived_words) does not list it.
    fn word_of_step<W: Word>(&self, _name: &str, _board: Self::Board<W>, _step: Step<W>) -> Option<W> {
        None
    }

    /// The symmetry by which the board is turned for the next player after a step and after a pass; applied twice, it is
    /// the identity. The names of steps and boards do not depend on it: see [`View`].
    #[inline(always)]
    fn turn(&self) -> Option<Symmetry> {
        None
    }

    /// The position after a step of the family, as the next player sees it: that of [`play`](Rules::play), turned.
    #[inline(always)]
    fn next<W: Word>(&self, board: Self::Board<W>, step: Step<W>) -> Self::Board<W> {
        turned(self, self.play(board, step))
    }

    /// What follows if no step exists: as [`stuck`](Rules::stuck) says, the position after a pass turned.
    #[inline(always)]
    fn when_stuck<W: Word>(&self, board: Self::Board<W>) -> Stuck<Self::Board<W>> {
        match self.stuck(board) {
            Stuck::Passes(passed) => Stuck::Passes(turned(self, passed)),
            other => other,
        }
    }

    /// States that unknown steps are a game from the start, with passes made at once where they are due, or without any
    /// ([`Passes::Never`]); returns the last position, and whether symmetries were broken. A game whose games have a
    /// better formula overrides it: the squares of the steps are the words `move[1]`, `move[2]`, ...
    ///
    /// `symmetries` are those that may be broken: of the games that they carry to each other, one is enough.
    fn state_steps<S: Statement>(
        &self,
        statement: &mut S,
        steps: usize,
        passes: Passes,
        _symmetries: &[Symmetry],
    ) -> (Self::Board<S::Word>, bool)
    where
        Self: Sized,
    {
        (state_game(statement, self, steps, passes), false)
    }
}

/// A board as the next player sees it.
#[inline(always)]
fn turned<R: Rules + ?Sized, W: Word>(rules: &R, board: R::Board<W>) -> R::Board<W> {
    rules.turn().map_or(board, |turn| rules.image(board, turn))
}
