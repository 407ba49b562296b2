//! Named words, of which a board consists.

/// The words of a board, by index. [`board!`](crate::board!) implements it.
///
/// # Examples
/// ```
/// use encodings::board;
/// use encodings::rules::NamedWords;
///
/// board! { pub struct Pawns { own, opp } }
/// let pawns = Pawns { own: 0b01_u64, opp: 0b10 };
/// assert_eq!((Pawns::<u64>::NAMES, pawns.get(1)), (&["own", "opp"][..], 0b10));
/// ```
pub trait NamedWords: Copy {
    /// The type of each word.
    type Word: Copy;

    /// The names, in the order of declaration. Rules that know the names of their words only at run time give them by
    /// [`Boards::names`](super::Boards::names), and this list is empty.
    const NAMES: &'static [&'static str];

    /// The number of words. There is at least one.
    #[must_use]
    #[inline(always)]
    fn count(self) -> usize {
        Self::NAMES.len()
    }

    /// The word with this index.
    ///
    /// # Panics
    /// If `index` is not below the number of words.
    #[must_use]
    fn get(self, index: usize) -> Self::Word;

    /// The board of this number of words; `word` is called with each index, in order. A type that knows the number of its
    /// words ignores `count`.
    fn build(count: usize, word: impl FnMut(usize) -> Self::Word) -> Self;

    /// The words, in order.
    #[inline(always)]
    fn words(self) -> impl Iterator<Item = Self::Word> {
        (0..self.count()).map(move |index| self.get(index))
    }
}

/// Declares the words of a board: a struct over any kind of word, and [`NamedWords`](crate::rules::NamedWords) for it.
///
/// With `impl` in place of `struct`, it implements the trait for a struct that exists. The fields of that may
/// themselves be structs over words; the name of such a word is both names with `_` between them.
///
/// Inside `impl Boards for ...`, `board!(Pawns on Grid<5, 5>);` gives the items that say so: `Board`, `Native` and
/// `layout`. The machine word has 64 bits, or is the one that follows `as`: `board!(Points on Grid<9, 9> as u128);`. A
/// board of more squares than it has bits does not compile.
///
/// # Examples
/// ```
/// use encodings::board;
/// use encodings::rules::NamedWords;
///
/// board! {
///     /// The pieces of one player.
///     pub struct Side { men, kings }
/// }
/// struct Draughts<W> { own: Side<W>, opp: Side<W> }
/// # impl<W: Copy> Clone for Draughts<W> { fn clone(&self) -> Self { *self } }
/// # impl<W: Copy> Copy for Draughts<W> {}
/// board! { impl Draughts { own: Side { men, kings }, opp: Side { men, kings } } }
/// assert_eq!(<Draughts<u64> as NamedWords>::NAMES, ["own_men", "own_kings", "opp_men", "opp_kings"]);
/// ```
#[macro_export]
macro_rules! board {
    ($(#[$about:meta])* $vis:vis struct $board:ident { $($(#[$doc:meta])* $word:ident),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis struct $board<W> {
            $($(#[$doc])* pub $word: W,)+
        }

        $crate::board! { impl $board { $($word),+ } }
    };
    ($board:ident on $grid:ty) => { $crate::board!($board on $grid as u64); };
    ($board:ident on $grid:ty as $native:ty) => {
        type Board<W: Copy> = $board<W>;
        type Native = $native;

        #[inline(always)]
        fn layout(&self) -> $crate::board::Layout {
            const { assert!(<$grid>::SQUARES <= <$native as $crate::word::NativeWord>::WIDTH) };
            <$grid>::LAYOUT
        }
    };
    (impl $board:ident { $($word:ident $(: $part:ident { $($inner:ident),+ $(,)? })?),+ $(,)? }) => {
        $crate::board! {
            @flatten $board
            [$($word $(: $part { $($inner),+ })?,)+]
            []
            $($word $(: $part { $($inner),+ })?,)+
        }
    };
    (@flatten $board:ident $fields:tt [$($known:tt)*] $word:ident: $part:ident { $($inner:ident),+ }, $($rest:tt)*) => {
        $crate::board! {
            @flatten $board $fields
            [$($known)* $(($word.$inner; concat!(stringify!($word), "_", stringify!($inner))))+]
            $($rest)*
        }
    };
    (@flatten $board:ident $fields:tt [$($known:tt)*] $word:ident, $($rest:tt)*) => {
        $crate::board! { @flatten $board $fields [$($known)* ($word; stringify!($word))] $($rest)* }
    };
    (
        @flatten $board:ident
        [$($word:ident $(: $part:ident { $($inner:ident),+ })?,)+]
        [$(($($path:tt).+; $name:expr))+]
    ) => {
        impl<W: Copy> $crate::rules::NamedWords for $board<W> {
            type Word = W;

            const NAMES: &'static [&'static str] = &[$($name),+];

            #[inline(always)]
            fn get(self, index: usize) -> W {
                [$(self.$($path).+),+][index]
            }

            #[inline(always)]
            fn build(_: usize, mut word: impl FnMut(usize) -> W) -> Self {
                let mut count = 0;
                let mut next = || {
                    count += 1;
                    word(count - 1)
                };
                Self { $($word: $crate::board!(@build next $($part $($inner)+)?)),+ }
            }
        }
    };
    (@build $next:ident) => { $next() };
    (@build $next:ident $part:ident $($inner:ident)+) => { $part { $($inner: $next()),+ } };
}
