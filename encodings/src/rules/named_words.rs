//! Named words, of which a board consists.

/// The words of a board, by name and by index. [`board!`](crate::board!) implements it.
///
/// # Examples
/// ```
/// use encodings::board;
/// use encodings::rules::NamedWords;
///
/// board! { pub struct Pawns { own, opp } }
/// let pawns = Pawns { own: 0b01_u64, opp: 0b10 };
/// assert_eq!(pawns.named().collect::<Vec<_>>(), [("own", 0b01), ("opp", 0b10)]);
/// assert_eq!(pawns.map(u64::count_ones), Pawns { own: 1, opp: 1 });
/// ```
pub trait NamedWords: Copy {
    /// The type of each word.
    type Word: Copy;
    /// The same board with another type of words.
    type Of<V: Copy>: NamedWords<Word = V>;

    /// The names, in the order of declaration. There is at least one.
    const NAMES: &'static [&'static str];

    /// The word with this index among the names.
    ///
    /// # Panics
    /// If `index` is not below the number of names.
    #[must_use]
    fn get(self, index: usize) -> Self::Word;

    /// The board of these words; `word` is called with each name, in the order of the names.
    fn build(word: impl FnMut(&'static str) -> Self::Word) -> Self;

    /// The board of other words, each made from one of these, in the order of the names.
    fn map<V: Copy>(self, change: impl FnMut(Self::Word) -> V) -> Self::Of<V>;

    /// The words, in the order of the names.
    #[inline(always)]
    fn words(self) -> impl Iterator<Item = Self::Word> {
        (0..Self::NAMES.len()).map(move |index| self.get(index))
    }

    /// The words with their names.
    fn named(self) -> impl Iterator<Item = (&'static str, Self::Word)> {
        Self::NAMES.iter().copied().zip(self.words())
    }
}

/// Declares the words of a board: a struct over any kind of word, and [`NamedWords`](crate::rules::NamedWords) for it.
///
/// With `impl` in place of `struct`, it implements the trait for a struct that exists. The fields of that may
/// themselves be structs over words; the name of such a word is both names with `_` between them.
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
            type Of<V: Copy> = $board<V>;

            const NAMES: &'static [&'static str] = &[$($name),+];

            #[inline(always)]
            fn get(self, index: usize) -> W {
                [$(self.$($path).+),+][index]
            }

            #[inline(always)]
            fn build(mut word: impl FnMut(&'static str) -> W) -> Self {
                Self { $($word: $crate::board!(@build word $word $($part $($inner)+)?)),+ }
            }

            #[inline(always)]
            fn map<V: Copy>(self, mut change: impl FnMut(W) -> V) -> $board<V> {
                $board { $($word: $crate::board!(@map change (self.$word) $($part $($inner)+)?)),+ }
            }
        }
    };
    (@build $make:ident $word:ident) => { $make(stringify!($word)) };
    (@build $make:ident $word:ident $part:ident $($inner:ident)+) => {
        $part { $($inner: $make(concat!(stringify!($word), "_", stringify!($inner)))),+ }
    };
    (@map $change:ident $value:tt) => { $change($value) };
    (@map $change:ident $value:tt $part:ident $($inner:ident)+) => {
        $part { $($inner: $change($value.$inner)),+ }
    };
}
