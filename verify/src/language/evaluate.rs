//! Evaluates questions, and the rules of game files, on positions.

use super::reader::{Aim, Part, Quantifier, Question, Tree};
use super::scope::{Direction, Fault, Scope, Work};
use super::value::{Names, Value, arithmetic, bound, joined};
use super::{Judgement, Move, NaiveView, Refusal, Square, Squares, square};

/// The most rounds of `closure` and `repeat`.
const ROUNDS_LIMIT: i64 = 1024;

/// Judges a position.
pub(super) fn judge<S: NaiveView>(
    game: &S,
    question: &Question,
    position: &S::Position,
) -> Result<Judgement, Refusal> {
    let work = Work::of_question();
    let evaluator = Evaluator::new(game, position, &work, None);
    judged(&evaluator, question).map_err(|fault| fault.refusal)
}

fn judged<S: NaiveView>(evaluator: &Evaluator<S>, question: &Question) -> Result<Judgement, Fault> {
    let mut names = Vec::new();
    let mut judged = Judgement { answers: false, value: None, played: None };
    let Some((name, set)) = &question.choice else {
        evaluator.judge(&question.aim, &mut names, None, &mut judged)?;
        return Ok(judged);
    };
    let chosen = evaluator.value(set, &mut names)?;
    for (text, chosen) in chosen.members()? {
        names.push((name, chosen));
        evaluator.judge(&question.aim, &mut names, Some(text), &mut judged)?;
        names.pop();
    }
    Ok(judged)
}

/// What evaluates expressions on a position.
pub(crate) struct Evaluator<'a, S: NaiveView> {
    pub(super) game: &'a S,
    pub(super) position: &'a S::Position,
    pub(super) squares: Squares,
    /// What has been done so far.
    pub(super) work: &'a Work,
    /// What the rules of a file can use; `None` for a question.
    pub(super) scope: Option<&'a Scope>,
    /// Whether the words of the position cannot be used.
    pub(super) is_constant: bool,
}

impl<'a, S: NaiveView> Evaluator<'a, S> {
    pub(crate) fn new(
        game: &'a S,
        position: &'a S::Position,
        work: &'a Work,
        scope: Option<&'a Scope>,
    ) -> Self {
        Evaluator { game, position, squares: game.squares(), work, scope, is_constant: false }
    }

    /// The same for expressions that are to have the same value in every position.
    pub(crate) fn of_constants(self) -> Self {
        Evaluator { is_constant: true, ..self }
    }

    /// Adds the result for one move, or for the position if the question is not about moves.
    fn judge<'n>(
        &self,
        aim: &'n Aim,
        names: &mut Names<'n, S::Position>,
        played: Option<String>,
        judged: &mut Judgement,
    ) -> Result<(), Fault> {
        match aim {
            Aim::Condition(condition) => {
                if self.bit(condition, names)? && !judged.answers {
                    judged.answers = true;
                    judged.played = played;
                }
            }
            Aim::Extreme(is_most, number, condition) => {
                let meets = match condition {
                    Some(condition) => self.bit(condition, names)?,
                    None => true,
                };
                if meets {
                    judged.answers = true;
                    let value = self.number(number, names)?;
                    let is_better =
                        judged.value.is_none_or(|best| if *is_most { value > best } else { value < best });
                    if is_better {
                        judged.value = Some(value);
                        judged.played = played;
                    }
                }
            }
        }
        Ok(())
    }

    pub(crate) fn bit<'n>(&self, tree: &'n Tree, names: &mut Names<'n, S::Position>) -> Result<bool, Fault> {
        match self.value(tree, names)? {
            Value::Bit(bit) => Ok(bit),
            _ => Err(Fault::expected(tree, "a condition")),
        }
    }

    pub(crate) fn number<'n>(
        &self,
        tree: &'n Tree,
        names: &mut Names<'n, S::Position>,
    ) -> Result<i64, Fault> {
        match self.value(tree, names)? {
            Value::Number(number) | Value::Constant(number) => Ok(number),
            _ => Err(Fault::expected(tree, "a number")),
        }
    }

    pub(crate) fn constant<'n>(
        &self,
        tree: &'n Tree,
        names: &mut Names<'n, S::Position>,
    ) -> Result<i64, Fault> {
        match self.value(tree, names)? {
            Value::Constant(number) => Ok(number),
            _ => Err(Fault::expected(tree, "a number that is the same in every position")),
        }
    }

    pub(crate) fn word<'n>(
        &self,
        tree: &'n Tree,
        names: &mut Names<'n, S::Position>,
    ) -> Result<Squares, Fault> {
        self.value(tree, names)?.word().map_err(|refusal| Fault::at(tree.at, refusal))
    }

    /// The directions of a list of names.
    pub(crate) fn directions<'n>(
        &self,
        tree: &'n Tree,
        names: &mut Names<'n, S::Position>,
    ) -> Result<Vec<Direction>, Fault> {
        self.value(tree, names)?.directions().ok_or_else(|| Fault::expected(tree, "directions"))
    }

    pub(super) fn those(&self, belongs: impl Fn(Square) -> bool) -> Squares {
        self.squares.iter().filter(|&square| belongs(square)).collect()
    }

    fn square(&self, name: &str) -> Result<Square, Refusal> {
        let found = square(&name.to_ascii_lowercase()).filter(|found| self.squares.contains(found));
        found.ok_or_else(|| Refusal::Value(format!("`{name}` is not a square of the board")))
    }

    /// The value of a part, or the place of what is wrong in it. Parts nest: the functions for their forms are not put
    /// into one another, so that each takes only the stack that it needs.
    pub(crate) fn value<'n>(
        &self,
        tree: &'n Tree,
        names: &mut Names<'n, S::Position>,
    ) -> Result<Value<S::Position>, Fault> {
        let deeper = self.work.deeper()?;
        let value = self.part(tree, names).map_err(|fault| fault.or_at(tree.at));
        drop(deeper);
        let size = if let Ok(Value::Word(word)) = &value { word.len() } else { 0 };
        self.work.spend(size + 1).map_err(|refusal| Fault::at(tree.at, refusal))?;
        value
    }

    #[inline(never)]
    fn part<'n>(
        &self,
        tree: &'n Tree,
        names: &mut Names<'n, S::Position>,
    ) -> Result<Value<S::Position>, Fault> {
        match &tree.part {
            Part::Number(number) => Ok(Value::Constant(*number)),
            Part::Name(name) => match bound(name, names) {
                Some(value) => Ok(value.clone()),
                None => self.named(name, self.position),
            },
            Part::Set(squares) => {
                let found: Result<Squares, Refusal> = squares.iter().map(|name| self.square(name)).collect();
                Ok(Value::Word(found?))
            }
            Part::Lines { is_rank, first, last } => self.lines(*is_rank, first, last.as_deref(), names),
            Part::Call(name, arguments) => self.call(name, arguments, names),
            Part::Moved(direction, of) => match self.value(direction, names)? {
                Value::Direction(direction) => Ok(Value::Word(self.moved(&self.word(of, names)?, direction))),
                _ => Err(Fault::expected(direction, "a direction")),
            },
            Part::Field(of, name) => self.field(of, name, names),
            Part::At(of, name) => Ok(Value::Bit(self.word(of, names)?.contains(&self.square(name)?))),
            Part::Not(of) => Ok(Value::Bit(!self.bit(of, names)?)),
            Part::Complement(of) => {
                let word = self.word(of, names)?;
                Ok(Value::Word(self.squares.without(&word)))
            }
            Part::Chain(first, others) => self.chain(first, others, names),
            Part::Quantified { quantifier, name, set, body } => {
                self.quantified(*quantifier, name, set, body, names)
            }
            Part::Directions(list) => {
                let mut found = Vec::new();
                for name in list {
                    found.extend(self.directions(name, names)?);
                }
                Ok(Value::Directions(found))
            }
            Part::Forced(of, plies) => self.forced(of, plies, names),
            Part::Let(name, value, body) => {
                let value = self.value(value, names)?;
                self.with(name, value, body, names)
            }
            Part::If(parts) => self.chosen(parts, names),
            Part::Rounds { is_closure, rounds, seed, name, body } => {
                let rounds = match rounds {
                    Some(rounds) => self.constant(rounds, names)?,
                    None => self.squares.len() as i64,
                };
                if !(0..=ROUNDS_LIMIT).contains(&rounds) {
                    return Err(Refusal::Value(format!("expected 0 to {ROUNDS_LIMIT} rounds")).into());
                }
                let seed = self.word(seed, names)?;
                self.rounds(*is_closure, rounds, seed, name, body, names)
            }
        }
    }

    /// The value of a body in which a name has a value.
    fn with<'n>(
        &self,
        name: &'n str,
        value: Value<S::Position>,
        body: &'n Tree,
        names: &mut Names<'n, S::Position>,
    ) -> Result<Value<S::Position>, Fault> {
        names.push((name, value));
        let of_body = self.value(body, names);
        names.pop();
        of_body
    }

    /// `some`, `all`, `unique` and `union`.
    #[inline(never)]
    fn quantified<'n>(
        &self,
        quantifier: Quantifier,
        name: &'n str,
        set: &'n Tree,
        body: &'n Tree,
        names: &mut Names<'n, S::Position>,
    ) -> Result<Value<S::Position>, Fault> {
        let of_set = self.value(set, names)?;
        if quantifier == Quantifier::Union {
            let mut found = Squares::new();
            for direction in of_set.directions().ok_or_else(|| Fault::expected(set, "directions"))? {
                let word = self.with(name, Value::Direction(direction), body, names)?.word();
                found = found.union(&word.map_err(|refusal| Fault::at(body.at, refusal))?);
            }
            return Ok(Value::Word(found));
        }
        if quantifier == Quantifier::Unique {
            let mut count = 0;
            for (_, chosen) in of_set.members().map_err(|refusal| Fault::at(set.at, refusal))? {
                match self.with(name, chosen, body, names)? {
                    Value::Bit(bit) => count += u32::from(bit),
                    _ => return Err(Fault::expected(body, "a condition")),
                }
            }
            return Ok(Value::Bit(count == 1));
        }
        let is_all = quantifier == Quantifier::All;
        for (_, chosen) in of_set.members().map_err(|refusal| Fault::at(set.at, refusal))? {
            match self.with(name, chosen, body, names)? {
                Value::Bit(bit) if bit == is_all => {}
                Value::Bit(_) => return Ok(Value::Bit(!is_all)),
                _ => return Err(Fault::expected(body, "a condition")),
            }
        }
        Ok(Value::Bit(is_all))
    }

    /// `if`: both branches have values of one type.
    #[inline(never)]
    fn chosen<'n>(
        &self,
        parts: &'n [Tree; 3],
        names: &mut Names<'n, S::Position>,
    ) -> Result<Value<S::Position>, Fault> {
        let [condition, chosen, other] = parts;
        let holds = self.bit(condition, names)?;
        match self.value(chosen, names)? {
            Value::Bit(one) => Ok(Value::Bit([self.bit(other, names)?, one][usize::from(holds)])),
            Value::Number(one) | Value::Constant(one) => {
                Ok(Value::Number([self.number(other, names)?, one][usize::from(holds)]))
            }
            one => {
                let one = one.word().map_err(|refusal| Fault::at(chosen.at, refusal))?;
                let other = self.word(other, names)?;
                Ok(Value::Word(if holds { one } else { other }))
            }
        }
    }

    /// `closure` and `repeat`. Rounds that would change nothing are left out.
    #[inline(never)]
    fn rounds<'n>(
        &self,
        is_closure: bool,
        rounds: i64,
        mut found: Squares,
        name: &'n str,
        body: &'n Tree,
        names: &mut Names<'n, S::Position>,
    ) -> Result<Value<S::Position>, Fault> {
        for _ in 0..rounds {
            let next = self.with(name, Value::Word(found), body, names)?.word();
            let mut next = next.map_err(|refusal| Fault::at(body.at, refusal))?;
            if is_closure {
                next = next.union(&found);
            }
            if next == found {
                break;
            }
            found = next;
        }
        Ok(Value::Word(found))
    }

    /// Ranks or files by their numbers or letters. Lines whose first is after their last are no squares.
    #[inline(never)]
    fn lines<'n>(
        &self,
        is_rank: bool,
        first: &'n Tree,
        last: Option<&'n Tree>,
        names: &mut Names<'n, S::Position>,
    ) -> Result<Value<S::Position>, Fault> {
        let least = self.line(is_rank, first, names)?;
        let most = last.map_or(Ok(least), |last| self.line(is_rank, last, names))?;
        let (files, ranks) = self.game.size();
        let lines = 1..=(if is_rank { ranks } else { files }) as i64;
        for (number, tree) in [(least, first), (most, last.unwrap_or(first))] {
            if least <= most && !lines.contains(&number) {
                let line = if is_rank { "rank" } else { "file" };
                let reason = Refusal::Value(format!("{line} {number} is not on the board"));
                return Err(Fault::at(tree.at, reason));
            }
        }
        let belongs = |(file, rank): Square| {
            (least..=most).contains(&(if is_rank { rank as i64 + 1 } else { file as i64 + 1 }))
        };
        Ok(Value::Word(self.those(belongs)))
    }

    /// The number of a rank or a file, from 1. A single small letter is a file unless it is the name of a number.
    fn line<'n>(
        &self,
        is_rank: bool,
        tree: &'n Tree,
        names: &mut Names<'n, S::Position>,
    ) -> Result<i64, Fault> {
        if let Part::Name(name) = &tree.part
            && let [letter @ b'a'..=b'z'] = name.as_bytes()
            && !is_rank
            && !matches!(bound(name, names), Some(Value::Number(_) | Value::Constant(_)))
        {
            return Ok(i64::from(letter - b'a') + 1);
        }
        self.constant(tree, names)
    }

    #[inline(never)]
    fn field<'n>(
        &self,
        of: &'n Tree,
        name: &'n str,
        names: &mut Names<'n, S::Position>,
    ) -> Result<Value<S::Position>, Fault> {
        let unknown = || Fault::from(Refusal::Unknown { name: name.to_owned() });
        let found = |played: &Move| match name {
            "from" => Ok(Value::Word(played.from.into_iter().collect())),
            "to" => Ok(Value::Word(played.to.into_iter().collect())),
            "over" => Ok(Value::Word(played.over().intersection(&self.squares))),
            "kind" => Ok(Value::Kind(played.kind.clone())),
            _ => Err(unknown()),
        };
        // Rules ask mostly for squares of the move that is played, which need not be copied.
        if let Part::Name(of) = &of.part
            && let Some(Value::Move(_, played)) = bound(of, names)
        {
            self.work.spend(1)?;
            return found(played);
        }
        match self.value(of, names)? {
            Value::Position(position) => self.named(name, &position),
            Value::Move(_, played) => found(&played),
            Value::Turn(turn) => match name {
                "from" => Ok(Value::Word([turn.from].into_iter().collect())),
                "to" => Ok(Value::Word([turn.to].into_iter().collect())),
                _ => Err(unknown()),
            },
            _ => Err(Fault::expected(of, "a position or a move before `.`")),
        }
    }

    /// Operands of one level with operators between them.
    #[inline(never)]
    fn chain<'n>(
        &self,
        first: &'n Tree,
        others: &'n [(usize, String, Tree)],
        names: &mut Names<'n, S::Position>,
    ) -> Result<Value<S::Position>, Fault> {
        let mut value = self.value(first, names)?;
        for (at, operator, operand) in others {
            let other = match (&value, &operand.part) {
                // A name that is compared with the kind of a move is the name of a kind.
                (Value::Kind(_), Part::Name(name)) if self.scope.is_none() || self.has_kind(name) => {
                    Value::Kind(name.clone())
                }
                (Value::Kind(_), _) if self.scope.is_some() => {
                    return Err(Fault::expected(operand, "the name of a kind of moves"));
                }
                _ => self.value(operand, names)?,
            };
            let joined = match (value.as_number(), other.as_number()) {
                (Some(one), Some(other)) => arithmetic(operator, one, other),
                _ => joined(operator, value, other),
            };
            value = joined.map_err(|refusal| Fault::at(*at, refusal))?;
        }
        Ok(value)
    }
}
