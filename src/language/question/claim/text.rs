//! The text of a claim about games of every length.

use crate::error::LanguageError;
use crate::squares::{image, name_of_image};
use crate::syntax::lexer::{TextKind, tokens_of};
use crate::syntax::parser::Parser;
use crate::syntax::{Aim, Definitions, Node, Sentence, SourceText};
use crate::vocabulary::Vocabulary;
use encodings::board::Symmetry;
use std::fmt;

/// A claim about games of every length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClaimText {
    pub(crate) form: ClaimForm,
    /// The condition that no game leads to, or that the replies keep.
    pub(crate) condition: Node,
}

/// What is claimed about a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClaimForm {
    /// `never C`
    Never,
    /// `reply rotate180 keeps C`
    Reply(Symmetry),
}

impl ClaimText {
    /// The claim of a text, with everything expanded; `None` if the text begins like a question.
    ///
    /// # Errors
    /// [`LanguageError`] with the place.
    pub(crate) fn parse(
        text: &str,
        definitions: &Definitions,
        vocabulary: &Vocabulary,
    ) -> Result<Option<Self>, LanguageError> {
        let mut parser = Parser::new(tokens_of(TextKind::Question, text, 0)?);
        let is_name = |name: &str| definitions.get(name).is_some() || vocabulary.noun(name).is_some();
        let form = match parser.word() {
            Some("never") if !is_name("never") => {
                parser.skip();
                ClaimForm::Never
            }
            Some("reply") if !is_name("reply") => {
                parser.skip();
                ClaimForm::Reply(symmetry(&mut parser)?)
            }
            _ => return Ok(None),
        };
        let node = parser.expression()?;
        if !parser.is_at_end() {
            return parser.refuse("an operator or the end of the claim");
        }
        let condition = condition(node, definitions, vocabulary)?;
        Ok(Some(Self { form, condition }))
    }

    /// What is kept: in each position, or in each in which the first player is to move.
    pub(super) fn kept(&self, invariant: Option<&Node>) -> Node {
        match self.form {
            ClaimForm::Never => {
                let never = Node::new(0, crate::syntax::Part::Not(Box::new(self.condition.clone())));
                let parts = invariant.cloned().into_iter().chain([never]).collect();
                Node::joined(0, parts, crate::syntax::Part::And)
            }
            ClaimForm::Reply(_) => self.condition.clone(),
        }
    }
}

/// `rotate180 keeps`
fn symmetry(parser: &mut Parser) -> Result<Symmetry, LanguageError> {
    let Some(symmetry) = parser.word().and_then(image) else {
        let names: Vec<String> = Symmetry::ALL.into_iter().skip(1).map(name_of_image).collect();
        return parser.refuse(&format!("a symmetry: {}", names.join(", ")));
    };
    parser.skip();
    if !parser.takes_word("keeps") {
        return parser.refuse("`keeps`");
    }
    Ok(symmetry)
}

/// A condition with everything expanded.
pub(crate) fn condition(
    node: Node,
    definitions: &Definitions,
    vocabulary: &Vocabulary,
) -> Result<Node, LanguageError> {
    let text = Sentence { aim: Aim::Condition(node), choice: None, written: SourceText::default() };
    match definitions.expanded(text, vocabulary)?.aim {
        Aim::Condition(condition) => Ok(condition),
        Aim::Extreme { number, .. } => {
            Err(LanguageError::expected(number.at, "a condition", "`max` or `min` of a number"))
        }
    }
}

impl fmt::Display for ClaimText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form {
            ClaimForm::Never => f.write_str("never ")?,
            ClaimForm::Reply(symmetry) => write!(f, "reply {} keeps ", name_of_image(symmetry))?,
        }
        self.condition.fmt(f)
    }
}
