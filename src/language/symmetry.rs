//! The symmetries of the rules that leave a question unchanged.
//!
//! Idea: write the question as a text in which interchangeable operands are sorted, once as it is and once with its sets
//! of squares, directions and kinds of moves carried by the symmetry. If the texts are equal, the symmetry carries
//! answers to answers.
//!
//! This rests on the rules: [`Boards::symmetries`](encodings::rules::Boards::symmetries) and
//! [`Rules::derived_words`](encodings::rules::Rules::derived_words) promise that a symmetry carries positions, moves and words
//! along. What it does not find: symmetries of questions that are equivalent but not equal as texts, such as
//! `own[a1] or own[h1] and true`.

use crate::meaning::{Bit, Iteration, Meaning, Number, Range, Word};
use crate::vocabulary::Vocabulary;
use encodings::board::{Mask, Symmetry};
use encodings::rules::{Origin, StepKind};
use std::cell::Cell;

/// Those of the symmetries of the rules, in the order of [`Symmetry::ALL`], including the identity.
pub(crate) fn unchanged(meaning: &Meaning, vocabulary: &Vocabulary, of_rules: &[Symmetry]) -> Vec<Symmetry> {
    let written = |symmetry| {
        let writer = Writer::new(vocabulary, symmetry);
        let text = writer.meaning(meaning);
        text.map(|text| (text, writer.looks_ahead.get()))
    };
    let Some((as_it_is, looks_ahead)) = written(Symmetry::IDENTITY) else { return vec![Symmetry::IDENTITY] };
    let is_unchanged = |symmetry: &Symmetry| {
        // The next player may see the board turned; sets of squares are then carried by another symmetry there.
        let is_turned = vocabulary.turn.is_some_and(|turn| turn.then(*symmetry) != symmetry.then(turn));
        of_rules.contains(symmetry)
            && !(looks_ahead && is_turned)
            && written(*symmetry).is_some_and(|(text, _)| text == as_it_is)
    };
    Symmetry::ALL.into_iter().filter(is_unchanged).collect()
}

struct Writer<'v> {
    vocabulary: &'v Vocabulary,
    symmetry: Symmetry,
    /// Whether the position after a move occurs.
    looks_ahead: Cell<bool>,
    /// For each number of a move, the depth at which it is bound; see [`Writer::level`].
    levels: Vec<(usize, usize)>,
    /// The words that are replaced several times, from the outermost.
    variables: Vec<usize>,
}

impl<'v> Writer<'v> {
    const fn new(vocabulary: &'v Vocabulary, symmetry: Symmetry) -> Self {
        let looks_ahead = Cell::new(false);
        Self { vocabulary, symmetry, looks_ahead, levels: Vec::new(), variables: Vec::new() }
    }

    /// What a writer with more names in scope writes.
    fn inner(
        &self,
        bind: impl FnOnce(&mut Self),
        write: impl FnOnce(&Self) -> Option<String>,
    ) -> Option<String> {
        let mut inner = Self {
            looks_ahead: self.looks_ahead.clone(),
            levels: self.levels.clone(),
            variables: self.variables.clone(),
            ..*self
        };
        bind(&mut inner);
        let text = write(&inner)?;
        self.looks_ahead.set(inner.looks_ahead.get());
        Some(text)
    }

    /// `None` if a kind of move has no image, or more than one.
    fn meaning(&self, meaning: &Meaning) -> Option<String> {
        let mut writer = Self::new(self.vocabulary, self.symmetry);
        let choice = match &meaning.choice {
            Some((number, set)) => {
                let set = writer.set(set)?;
                writer.levels.push((*number, 0));
                set
            }
            None => String::new(),
        };
        let condition = writer.bit(&meaning.condition)?;
        let aim = match &meaning.aim {
            Some((_, number)) => writer.number(number)?,
            None => String::new(),
        };
        self.looks_ahead.set(writer.looks_ahead.get());
        Some(format!("{choice};{condition};{aim}"))
    }

    /// The depth at which a move is bound. Unlike its number, it does not depend on the order of operands.
    fn level(&self, number: usize) -> usize {
        self.levels.iter().find(|(known, _)| *known == number).map_or(usize::MAX, |&(_, level)| level)
    }

    fn at(&self, at: Option<usize>) -> String {
        match at {
            None => String::new(),
            Some(number) => {
                self.looks_ahead.set(true);
                format!("'{}", self.level(number))
            }
        }
    }

    /// The kind that the symmetry carries a kind to.
    fn kind(&self, kind: usize) -> Option<usize> {
        let carried = |kind: &StepKind| match kind.origin() {
            Origin::Placed => Origin::Placed,
            Origin::From(path) => Origin::From(path.image(self.symmetry)),
            Origin::Leaving(direction) => Origin::Leaving(self.symmetry.direction(direction)),
        };
        let of = self.vocabulary.kinds.get(kind)?;
        let is_image = |other: &StepKind| other.origin() == carried(of) && other.index() == of.index();
        let mut images = self
            .vocabulary
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, other)| is_image(other))
            .map(|(index, _)| index);
        let image = images.next()?;
        images.next().is_none().then_some(image)
    }

    fn mask(&self, mask: Mask) -> String {
        let layout = self.vocabulary.layout;
        let squares = layout.all().filter(|square| mask.contains(square.index()));
        let mut carried: Vec<usize> =
            squares.map(|square| self.symmetry.square(layout, square).index()).collect();
        carried.sort_unstable();
        format!("{carried:?}")
    }

    fn word(&self, word: &Word) -> Option<String> {
        Some(match word {
            Word::Board(at, index) => format!("board{index}{}", self.at(*at)),
            Word::Shown(at, index) => format!("shown{index}{}", self.at(*at)),
            Word::Kind(at, kind) => format!("kind{}{}", self.kind(*kind)?, self.at(*at)),
            Word::Occupied(at) => format!("occupied{}", self.at(*at)),
            Word::OfMove(index, number) => format!("of{index}({})", self.level(*number)),
            Word::From(number) => format!("from({})", self.level(*number)),
            Word::To(number) => format!("to({})", self.level(*number)),
            Word::Over(number) => format!("over({})", self.level(*number)),
            Word::Constant(mask) => self.mask(*mask),
            Word::Not(of) => format!("~{}", self.word(of)?),
            Word::And(parts) => self.sorted("&", parts)?,
            Word::Or(parts) => self.sorted("|", parts)?,
            Word::Xor(parts) => self.sorted("^", parts)?,
            Word::Shift(direction, of) => {
                format!("{:?}({})", self.symmetry.direction(*direction), self.word(of)?)
            }
            Word::Image(image, of) => {
                // The image of what was carried is what the image is carried to.
                let is_back = |back: &Symmetry| self.symmetry.then(*back) == Symmetry::IDENTITY;
                let back = Symmetry::ALL.into_iter().find(is_back)?;
                format!("{}({})", back.then(*image).then(self.symmetry).name(), self.word(of)?)
            }
            Word::Select(bit, words) => {
                format!("({}?{}:{})", self.bit(bit)?, self.word(&words[0])?, self.word(&words[1])?)
            }
            Word::Variable(number) => {
                format!("S{:?}", self.variables.iter().position(|known| known == number))
            }
            Word::Iterate(iteration) => {
                let Iteration { accumulates, rounds, seed, variable, body } = &**iteration;
                let seed = self.word(seed)?;
                let body = self.inner(|inner| inner.variables.push(*variable), |inner| inner.word(body))?;
                format!("({accumulates} {rounds} {seed}: {body})")
            }
        })
    }

    fn sorted(&self, sign: &str, parts: &[Word]) -> Option<String> {
        let mut texts: Vec<String> = parts.iter().map(|part| self.word(part)).collect::<Option<_>>()?;
        texts.sort_unstable();
        Some(format!("({})", texts.join(sign)))
    }

    fn number(&self, number: &Number) -> Option<String> {
        let (plus, minus) = (self.sorted("+", &number.plus)?, self.sorted("+", &number.minus)?);
        Some(format!("{plus}-{minus}+{}", number.constant))
    }

    fn set(&self, set: &Range) -> Option<String> {
        let set = match set {
            Range::Moves(set) => set,
            Range::Turns(at) => return Some(format!("{}turns", self.at(*at))),
        };
        let of = |(kind, word): &(usize, Word)| Some(format!("{}:{}", self.kind(*kind)?, self.word(word)?));
        let mut texts: Vec<String> = set.kinds.iter().map(of).collect::<Option<_>>()?;
        texts.sort_unstable();
        Some(format!("{}{{{}}}", self.at(set.at), texts.join(",")))
    }

    fn bits(&self, sign: &str, parts: &[Bit]) -> Option<String> {
        let mut texts: Vec<String> = parts.iter().map(|part| self.bit(part)).collect::<Option<_>>()?;
        texts.sort_unstable();
        Some(format!("({})", texts.join(sign)))
    }

    fn bit(&self, bit: &Bit) -> Option<String> {
        Some(match bit {
            Bit::Truth(truth) => truth.to_string(),
            Bit::Square(word, square) => {
                format!("{}{}", self.word(word)?, self.mask(Mask::EMPTY.with(*square)))
            }
            Bit::Any(word) => format!("any{}", self.word(word)?),
            Bit::Equal(one, other) => {
                let mut texts = [self.word(one)?, self.word(other)?];
                texts.sort_unstable();
                format!("({})", texts.join("="))
            }
            Bit::AtLeast(number) => format!("({}>=0)", self.number(number)?),
            Bit::Not(of) => format!("!{}", self.bit(of)?),
            Bit::And(parts) => self.bits(" and ", parts)?,
            Bit::Or(parts) => self.bits(" or ", parts)?,
            Bit::Same(one, other) => {
                let mut texts = [self.bit(one)?, self.bit(other)?];
                texts.sort_unstable();
                format!("({})", texts.join("<=>"))
            }
            Bit::Ending(at, ending) => format!("{ending:?}{}", self.at(*at)),
            Bit::Forced(at, force) => format!("{force:?}{}", self.at(*at)),
            Bit::KindIs(number, kind) => format!("({} is {})", self.level(*number), self.kind(*kind)?),
            Bit::Quantified { is_all, variable, set, body, .. } => {
                let set = self.set(set)?;
                let bind = |inner: &mut Self| inner.levels.push((*variable, inner.levels.len()));
                let body = self.inner(bind, |inner| inner.bit(body))?;
                format!("({is_all} {set}: {body})")
            }
            Bit::Unique { is_denied, variable, set, bodies, .. } => {
                let set = self.set(set)?;
                let bind = |inner: &mut Self| inner.levels.push((*variable, inner.levels.len()));
                let body = self.inner(bind, |inner| inner.bit(&bodies[0]))?;
                format!("(unique {is_denied} {set}: {body})")
            }
        })
    }
}
