//! The rules of a game file, as rules like those in Rust.

use super::program::{BitAt, Program, WORDS, WordAt};
use encodings::board::{Grid, Layout, Mask, Symmetry};
use encodings::rules::{
    Boards, Ending, Family, NamedWords, Outcome, Players, Position, Rules, RulesFile, Step, StepKind, Stuck,
    parse,
};
use encodings::word::{NativeWord, Word};
use std::marker::PhantomData;
use std::sync::OnceLock;

/// The words of a position, whose number is known when a file has been read.
#[derive(Clone, Copy, Debug)]
pub struct FileBoard<W> {
    words: [W; WORDS],
    count: u8,
}

impl<W: Copy> FileBoard<W> {
    pub(super) fn slice(&self) -> &[W] {
        &self.words[..usize::from(self.count)]
    }
}

impl<W: Copy> NamedWords for FileBoard<W> {
    type Word = W;

    const NAMES: &'static [&'static str] = &[];

    #[inline(always)]
    fn count(self) -> usize {
        usize::from(self.count)
    }

    #[inline(always)]
    fn get(self, index: usize) -> W {
        self.words[index]
    }

    #[inline(always)]
    fn build(count: usize, mut word: impl FnMut(usize) -> W) -> Self {
        let mut words = [word(0); WORDS];
        for (index, place) in words[..count.min(WORDS)].iter_mut().enumerate().skip(1) {
            *place = word(index);
        }
        Self { words, count: count as u8 }
    }
}

/// The program of a condition.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    pub(super) program: Program,
    /// In the order of the file, which result follows if the condition holds.
    pub(super) results: Vec<(Ending, BitAt)>,
}

impl Conditions {
    /// How the first condition that holds decides.
    fn outcome<W: Word>(&self, board: &FileBoard<W>) -> Outcome<W::Bit> {
        let open = Outcome::open(board.get(0).truth(false));
        if self.results.is_empty() {
            return open;
        }
        self.program.run(&board.words, None, |values| {
            self.results.iter().fold(open, |outcome, &(ending, bit)| {
                let bit = values.bit(bit);
                match ending {
                    Ending::Won => outcome.or_won_if(bit),
                    Ending::Lost => outcome.or_lost_if(bit),
                    Ending::Drawn => outcome.or_drawn_if(bit),
                }
            })
        })
    }
}

/// The program of the moves of a position.
#[derive(Clone, Debug)]
pub(super) struct MoveProgram {
    pub(super) program: Program,
    /// For each kind, in the order of the file, its word.
    pub(super) kinds: Vec<(StepKind, WordAt)>,
}

/// What a kind of moves does.
#[derive(Clone, Debug)]
pub(super) struct Effect {
    pub(super) program: Program,
    /// The words after the move, in the order in which the next player sees them.
    pub(super) words: Vec<WordAt>,
}

/// The program of the score at the end.
#[derive(Clone, Debug)]
pub(super) struct Score {
    pub(super) program: Program,
    /// The words whose squares count.
    pub(super) plus: Vec<WordAt>,
    /// The words whose squares count against the player to move.
    pub(super) minus: Vec<WordAt>,
    pub(super) constant: i64,
}

/// Who plays, and under which names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FilePlayers {
    /// The game is a puzzle.
    One,
    Two(Option<[&'static str; 2]>),
}

/// What follows if the player to move has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WhenStuck {
    Loses,
    Wins,
    Draws,
    Passes,
}

/// The rules of a file on one of its boards, whatever its machine words.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) hash: String,
    pub(super) board_name: String,
    pub(super) layout: Layout,
    pub(super) squares: Mask,
    /// The words of pieces, and who moves if the file asks for it.
    pub(super) words: Vec<&'static str>,
    pub(super) has_second: bool,
    pub(super) players: FilePlayers,
    pub(super) score: Option<Score>,
    pub(super) letters: String,
    pub(super) turn: Option<Symmetry>,
    pub(super) symmetries: Vec<Symmetry>,
    pub(super) start: Vec<Mask>,
    pub(super) require: (Program, BitAt),
    pub(super) moves: MoveProgram,
    /// The effects of the kinds, in the order of `moves`.
    pub(super) effects: Vec<Effect>,
    /// What a pass does.
    pub(super) pass: Effect,
    pub(super) endings: Conditions,
    pub(super) at_the_end: Conditions,
    pub(super) stuck: WhenStuck,
}

/// The rules of a file on one of its boards, with machine words of a width.
pub struct FileRules<N> {
    pub(super) definition: Definition,
    pub(super) twin: verify::game_file::FileGame,
    /// Whether the twin is another file, in which plies may have other names.
    pub(super) has_other_file: bool,
    adds_a_piece: OnceLock<bool>,
    keeps_positions: OnceLock<bool>,
    /// Those that are declared, and proved.
    symmetries: OnceLock<Vec<Symmetry>>,
    native: PhantomData<fn() -> N>,
}

impl<N: NativeWord> FileRules<N> {
    pub(super) const fn new(definition: Definition, twin: verify::game_file::FileGame) -> Self {
        Self {
            definition,
            twin,
            has_other_file: false,
            adds_a_piece: OnceLock::new(),
            keeps_positions: OnceLock::new(),
            symmetries: OnceLock::new(),
            native: PhantomData,
        }
    }

    /// The same rules, whose twin is another file.
    pub(super) fn judged_by_another_file(self) -> Self {
        Self { has_other_file: true, ..self }
    }

    /// Whether a player without a move passes.
    pub(super) fn passes(&self) -> bool {
        self.definition.stuck == WhenStuck::Passes
    }

    /// The board after a pass, without the turn.
    pub(super) fn passed<W: Word>(&self, board: FileBoard<W>) -> FileBoard<W> {
        let Effect { program, words } = &self.definition.pass;
        program.run(board.slice(), None, |values| {
            NamedWords::build(board.count(), |index| values.word(words[index]))
        })
    }

    /// The board after a move, each word changed.
    #[inline(always)]
    fn played<W: Word>(
        &self,
        board: FileBoard<W>,
        step: Step<W>,
        change: impl Fn(usize, W) -> W,
    ) -> FileBoard<W> {
        let kinds = &self.definition.moves.kinds;
        // Each name is stored once, so that its place in memory tells kinds apart.
        let is_it = |kind: &StepKind| std::ptr::eq(kind.name(), step.kind().name());
        let effect =
            kinds.iter().position(|(kind, _)| is_it(kind)).map(|place| &self.definition.effects[place]);
        let Some(Effect { program, words }) = effect else { return board };
        program.run(&board.words, Some(&step), |values| {
            NamedWords::build(board.count(), |index| change(index, values.word(words[index])))
        })
    }

    /// The image of a word of the position.
    #[inline(always)]
    fn turned<W: Word>(&self, index: usize, word: W, symmetry: Symmetry) -> W {
        let layout = self.definition.layout;
        if index >= self.words_of_pieces() {
            word
        } else if symmetry == Symmetry::MIRROR_RANKS && layout == Grid::<8, 8>::LAYOUT {
            upside_down(word)
        } else {
            word.image(symmetry, layout)
        }
    }

    /// Whether the file states a score.
    pub fn has_score(&self) -> bool {
        self.definition.score.is_some()
    }

    /// The score of the player to move in a position in which the game is over: 0 if the file states none.
    pub fn score(&self, position: Position<Self>) -> i32 {
        let Some(score) = &self.definition.score else { return 0 };
        let board = position.board();
        let total = score.program.run(&board.words, None, |values| {
            let sum =
                |words: &[WordAt]| words.iter().map(|&at| i64::from(values.word(at).popcount())).sum::<i64>();
            score.constant + sum(&score.plus) - sum(&score.minus)
        });
        total.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }

    /// Compares the score of a position in which the game is over with that of the second reader.
    ///
    /// # Errors
    /// What differs, or why the second reader has no score.
    pub fn compare_scores(&self, line: &str) -> Result<(), String> {
        let board = parse(self, line).map_err(|error| error.to_string())?;
        let own = i64::from(self.score(Position::trusted(board)));
        let naive = verify::naive::Naive::parse(&self.twin, line).map_err(|error| error.to_string())?;
        match self.twin.score(&naive).map_err(|error| error.to_string())? {
            Some(other) if other != own => {
                Err(format!("its score is {own} by the rules, and {other} by the naive game"))
            }
            None if self.has_score() => Err("the naive game states no score".to_owned()),
            _ => Ok(()),
        }
    }

    /// The names of the first and the second player, if the file gives them.
    pub fn names_of_players(&self) -> Option<[&'static str; 2]> {
        match self.definition.players {
            FilePlayers::Two(names) => names,
            FilePlayers::One => None,
        }
    }
}

impl<N: NativeWord> Boards for FileRules<N> {
    type Board<W: Copy> = FileBoard<W>;
    type Native = N;

    fn name(&self) -> &str {
        &self.definition.name
    }

    #[inline(always)]
    fn layout(&self) -> Layout {
        self.definition.layout
    }

    #[inline(always)]
    fn squares(&self) -> Mask {
        self.definition.squares
    }

    #[inline(always)]
    fn names(&self) -> &[&'static str] {
        &self.definition.words
    }

    fn board_name(&self) -> String {
        self.definition.board_name.clone()
    }

    fn rules_file(&self) -> Option<RulesFile<'_>> {
        let Definition { text, hash, .. } = &self.definition;
        Some(RulesFile { text, hash })
    }

    fn symmetries(&self) -> &[Symmetry] {
        self.symmetries.get_or_init(|| super::declarations::proved_symmetries(self))
    }

    fn letters(&self) -> &str {
        &self.definition.letters
    }

    #[inline(always)]
    fn has_second(&self) -> bool {
        self.definition.has_second
    }

    #[inline(always)]
    fn image<W: Word>(&self, board: FileBoard<W>, symmetry: Symmetry) -> FileBoard<W> {
        NamedWords::build(board.count(), |index| self.turned(index, board.get(index), symmetry))
    }

    fn well_formed<W: Word>(&self, board: FileBoard<W>) -> W::Bit {
        let (program, required) = &self.definition.require;
        let mut holds = program.run(&board.words, None, |values| values.bit(*required));
        let words = &board.slice()[..self.words_of_pieces()];
        let has_holes = self.definition.squares.len() != self.definition.layout.squares();
        for (place, &one) in words.iter().enumerate() {
            if has_holes {
                holds = holds & !one.without(one.constant(&self.definition.squares)).any();
            }
            for &other in &words[place + 1..] {
                holds = holds & !(one & other).any();
            }
        }
        holds
    }
}

impl<N: NativeWord> Rules for FileRules<N> {
    #[inline(always)]
    fn ends_only_when_stuck(&self) -> bool {
        self.definition.endings.results.is_empty()
    }

    fn players(&self) -> Players {
        match self.definition.players {
            FilePlayers::One => Players::One,
            FilePlayers::Two(_) => Players::Two,
        }
    }

    fn keeps_positions(&self) -> bool {
        *self.keeps_positions.get_or_init(|| super::declarations::keep_positions(self))
    }

    fn adds_a_piece(&self) -> bool {
        *self.adds_a_piece.get_or_init(|| super::declarations::adds_a_piece(self))
    }

    fn start(&self) -> FileBoard<Mask> {
        NamedWords::build(self.definition.words.len(), |index| self.definition.start[index])
    }

    #[inline(always)]
    fn moves<W: Word>(&self, board: FileBoard<W>) -> Family<W> {
        let MoveProgram { program, kinds } = &self.definition.moves;
        program.run(&board.words, None, |values| {
            let mut family = Family::new();
            family.extend(kinds.iter().map(|&(kind, word)| (kind, values.word(word))));
            family
        })
    }

    #[inline]
    fn play<W: Word>(&self, board: FileBoard<W>, step: Step<W>) -> FileBoard<W> {
        self.played(board, step, |_, word| word)
    }

    /// Turned word by word, so that no board is copied.
    #[inline]
    fn next<W: Word>(&self, board: FileBoard<W>, step: Step<W>) -> FileBoard<W> {
        match self.definition.turn {
            Some(turn) => self.played(board, step, |index, word| self.turned(index, word, turn)),
            None => self.play(board, step),
        }
    }

    fn outcome<W: Word>(&self, board: FileBoard<W>) -> Outcome<W::Bit> {
        let outcome = self.definition.endings.outcome(&board);
        if self.definition.stuck != WhenStuck::Passes {
            return outcome;
        }
        let next = self.passed(board);
        let next = self.definition.turn.map_or(next, |turn| self.image(next, turn));
        let like = board.get(0);
        let neither = !self.moves(board).any(like) & !self.moves(next).any(like);
        let judged = self.definition.at_the_end.outcome(&board);
        outcome
            .or_won_if(neither & judged.won)
            .or_lost_if(neither & judged.lost)
            .or_drawn_if(neither & !judged.won & !judged.lost)
    }

    fn stuck<W: Word>(&self, board: FileBoard<W>) -> Stuck<FileBoard<W>> {
        match self.definition.stuck {
            WhenStuck::Loses => Stuck::Loses,
            WhenStuck::Wins => Stuck::Wins,
            WhenStuck::Draws => Stuck::Draws,
            WhenStuck::Passes => Stuck::Passes(self.passed(board)),
        }
    }

    #[inline(always)]
    fn turn(&self) -> Option<Symmetry> {
        self.definition.turn
    }
}

/// The ranks of an 8x8 board in the opposite order, by three exchanges: the most frequent turn.
#[inline(always)]
fn upside_down<W: Word>(word: W) -> W {
    let exchanged = |word: W, ranks: usize, lower: u64| {
        let lower = word.constant(&Mask::from_u64(lower));
        (word & lower).up(8 * ranks) | word.down(8 * ranks) & lower
    };
    let pairs = exchanged(word, 1, 0x00FF_00FF_00FF_00FF);
    let fours = exchanged(pairs, 2, 0x0000_FFFF_0000_FFFF);
    exchanged(fours, 4, 0x0000_0000_FFFF_FFFF)
}

impl<N> std::fmt::Debug for FileRules<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Definition { name, board_name, .. } = &self.definition;
        write!(f, "FileRules({name} {board_name})")
    }
}
