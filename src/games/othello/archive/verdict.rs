//! Compares a record with both games, the native and the naive one, which have to agree on every position.

use super::condition::Condition;
use super::endgame::{Endgame, ScoreComparison};
use super::keys::keys;
use super::line::{Line, LinePosition};
use super::mend;
use super::same::is_same;
use crate::{OthelloSize, on_side};
use certamen_language::ConditionError;
use certamen_play::Investigation;
use certamen_records::{
    Agreement, Claim, ClaimCheck, DISAGREEMENT, EndedBy, IllegalRecord, Judge, Label, Record, Repair,
    Repairer, Side, Verdict,
};
use certamen_work::Stop;
use encodings::board::Grid;
use encodings::othello::notation;
use encodings::othello::rules::{Discs, Othello};
use verify::othello::{self as naive, Board, Disc, FollowError, FollowedGame, Reason, RecordError};

/// Verifies records of Othello.
pub(super) struct OthelloJudge {
    /// The board of records that do not name one.
    board: OthelloSize,
    condition: Option<Condition>,
    /// Positions with at most this number of empty squares are solved.
    solve: u32,
    stop: Stop,
}

impl OthelloJudge {
    pub(super) fn new(
        board: OthelloSize,
        wanted: &Investigation,
        stop: &Stop,
    ) -> Result<Self, ConditionError> {
        let condition = wanted.condition.as_deref().map(|text| Condition::new(text, board)).transpose()?;
        Ok(Self { board, condition, solve: wanted.solve.unwrap_or(0), stop: stop.clone() })
    }
}

/// The board of a record: named, that of its start position, or the usual one.
pub(super) fn board_of(record: &Record, usual: OthelloSize) -> Result<OthelloSize, String> {
    if !record.board.is_empty() {
        let named = OthelloSize::named(&record.board);
        return named.ok_or_else(|| format!("a board of {}: 4x4, 6x6 and 8x8 are read", record.board));
    }
    let Some(start) = &record.start else { return Ok(usual) };
    let squares = start.board.len();
    let board = OthelloSize::ALL.into_iter().find(|board| board.squares() as usize == squares);
    board.ok_or_else(|| format!("a board of {squares} squares: 16, 36 and 64 are read"))
}

/// Refuses to read a record on a board that is not verified.
pub(super) fn on_known_board(record: &Record) -> Result<(), String> {
    board_of(record, OthelloSize::Eight).map(drop)
}

/// The start of a record: the discs as the player to move sees them, and whether that is Black.
pub(super) fn start_of<const SIDE: usize>(record: &Record) -> Result<(Discs<u64>, bool), String> {
    let Some(start) = &record.start else { return Ok((Othello::<SIDE>::START.like(0), true)) };
    let discs =
        notation::parse(&start.board, Grid::<SIDE, SIDE>::LAYOUT).map_err(|error| error.to_string())?;
    let black = start.to_move == Side::First;
    Ok((if black { discs } else { discs.passed() }, black))
}

/// A record played by the native rules, as far as it is legal.
pub(super) fn line_of<const SIDE: usize>(record: &Record) -> Result<Line, String> {
    let (discs, black) = start_of::<SIDE>(record)?;
    let players: Vec<bool> = record.players.iter().map(|&player| player == Side::First).collect();
    Ok(Line::play::<SIDE>(discs, black, &record.moves, &players))
}

impl Judge for OthelloJudge {
    fn judge(&self, record: &Record) -> Verdict {
        let verdict = board_of(record, self.board)
            .and_then(|board| on_side!(board, SIDE => self.judge_on::<SIDE>(record, board)));
        verdict.unwrap_or_else(|reason| Verdict {
            illegal: Some(IllegalRecord { ply: 0, kind: "the start position", reason }),
            checks: unchecked(record, "illegal"),
            ..Verdict::default()
        })
    }

    fn mend(&self) -> Option<&dyn Repairer> {
        Some(self)
    }
}

impl Repairer for OthelloJudge {
    fn repair(&self, record: &Record) -> Option<Repair> {
        on_side!(board_of(record, self.board).ok()?, SIDE => mend::repair::<SIDE>(record))
    }
}

fn unchecked(record: &Record, why: &'static str) -> Vec<ClaimCheck> {
    let check = |claim: &Claim| ClaimCheck { claim: claim.clone(), agreement: Agreement::NotChecked(why) };
    record.claims.iter().map(check).collect()
}

/// The facts of a record by the native rules alone.
fn facts<const SIDE: usize>(line: &Line) -> Verdict {
    Verdict {
        plies: line.plies.len(),
        passes: line.passes(),
        over: line.over,
        end: notation::print(line.last().discs, Grid::<SIDE, SIDE>::LAYOUT),
        score: line.score::<SIDE>(),
        mobility: line.positions.iter().map(|spot| spot.legal.count_ones() as u16).collect(),
        ..Verdict::default()
    }
}

impl OthelloJudge {
    /// The verdict on a record on 8x8 by the native rules alone, without the reason why it is not legal: what the
    /// bench measures.
    pub(super) fn judge_natively(&self, record: &Record) -> Option<Verdict> {
        let line = line_of::<8>(record).ok().filter(|line| line.fault.is_none())?;
        let mut verdict = facts::<8>(&line);
        self.complete::<8>(record, &line, &mut verdict);
        Some(verdict)
    }

    /// What follows from a record that is legal.
    fn complete<const SIDE: usize>(&self, record: &Record, line: &Line, verdict: &mut Verdict) {
        verdict.found = found::<SIDE>(line);
        verdict.keys = Some(keys::<SIDE>(record, line));
        verdict.checks = record.claims.iter().map(|claim| self.check::<SIDE>(claim, record, line)).collect();
    }

    fn judge_on<const SIDE: usize>(&self, record: &Record, board: OthelloSize) -> Result<Verdict, String> {
        let line = line_of::<SIDE>(record)?;
        let naive = NaiveReplay::start(record, board)?;
        let followed = naive.follow(record, &line);
        let mut verdict = facts::<SIDE>(&line);
        verdict.illegal = match (followed, line.fault) {
            (Err(two), _) => Some(disagreement(line.plies.len(), &two)),
            (Ok(Ok(end)), None) => NaiveReplay::confirms(&line, end),
            (Ok(Err(error)), Some(fault))
                if (error.ply, error.wrong_player) == (fault.ply, fault.wrong_player) =>
            {
                Some(naive.explain(record, &line, error))
            }
            (Ok(found), fault) => Some(disagreement(
                line.plies.len(),
                &format!("natively {fault:?}, naively {:?}", found.err()),
            )),
        };
        if let Some(condition) = &self.condition {
            match condition.hits(&line, board) {
                Ok(hits) => verdict.hits = hits,
                Err(two) => verdict.illegal = Some(disagreement(line.plies.len(), &two)),
            }
        }
        if verdict.illegal.is_some() {
            verdict.checks = unchecked(record, "illegal");
            verdict.score = None;
            return Ok(verdict);
        }
        self.complete::<SIDE>(record, &line, &mut verdict);
        Ok(verdict)
    }

    fn check<const SIDE: usize>(&self, claim: &Claim, record: &Record, line: &Line) -> ClaimCheck {
        let agreement = match claim {
            Claim::Passes(passes) => agree(*passes as usize == line.passes(), &line.passes()),
            Claim::Score(..) | Claim::Margin(_) | Claim::Winner(_) => {
                check_result::<SIDE>(claim, record, line)
            }
            Claim::Best { empty, score } => self.check_best::<SIDE>(*empty, *score, line),
            Claim::Moves(moves) => self.check_moves::<SIDE>(moves, line),
        };
        ClaimCheck { claim: claim.clone(), agreement }
    }

    /// The score of Black if both play best from the position with this number of empty squares.
    fn check_best<const SIDE: usize>(&self, empty: u32, score: i32, line: &Line) -> Agreement {
        if empty > self.solve {
            return Agreement::NotChecked("not solved: see --solve");
        }
        let squares = (SIDE * SIDE) as u32;
        let occupied = |spot: &&LinePosition| squares - spot.discs.occupied().count_ones() == empty;
        // Of a position before and after a pass, the first one.
        let Some(spot) = line.positions.iter().find(occupied) else {
            return Agreement::NotChecked("the game ends before");
        };
        let claimed = 2 * score - squares as i32;
        let claimed = if spot.black { claimed } else { -claimed };
        match Endgame::<SIDE>::new(&self.stop).compare(spot.discs, claimed) {
            ScoreComparison::Equal => Agreement::Agrees,
            ScoreComparison::Other(found) => {
                let found = if spot.black { found } else { -found };
                Agreement::Differs(i32::midpoint(squares as i32, found).to_string())
            }
            ScoreComparison::Stopped => Agreement::NotChecked("interrupted"),
        }
    }

    /// The scores of moves in the start position.
    fn check_moves<const SIDE: usize>(&self, moves: &[(String, i32)], line: &Line) -> Agreement {
        let Some(spot) = line.positions.first() else { return Agreement::NotChecked("no position") };
        let mut after = Vec::new();
        for (name, score) in moves {
            let played = Line::play::<SIDE>(spot.discs, spot.black, name, &[]);
            match (played.fault, played.positions.get(1)) {
                (None, Some(next)) => after.push((name, *score, next.discs)),
                _ => return Agreement::Differs(format!("{name} is not legal")),
            }
        }
        let empty = (SIDE * SIDE) as u32 - spot.discs.occupied().count_ones();
        if empty > self.solve {
            return Agreement::NotChecked("not solved: see --solve");
        }
        let mut differ = Vec::new();
        let mut endgame = Endgame::<SIDE>::new(&self.stop);
        for (name, score, discs) in after {
            match endgame.compare(discs, -score) {
                ScoreComparison::Equal => {}
                ScoreComparison::Other(found) => differ.push(format!("{name} {:+}", -found)),
                ScoreComparison::Stopped => return Agreement::NotChecked("interrupted"),
            }
        }
        if differ.is_empty() { Agreement::Agrees } else { Agreement::Differs(differ.join(", ")) }
    }
}

fn agree(is_so: bool, found: &dyn ToString) -> Agreement {
    if is_so { Agreement::Agrees } else { Agreement::Differs(found.to_string()) }
}

/// The result of a game. Empty squares go to the winner; a claim that leaves them to nobody agrees as well.
fn check_result<const SIDE: usize>(claim: &Claim, record: &Record, line: &Line) -> Agreement {
    if let Some(ended_by) = record.ended_by {
        return Agreement::NotChecked(ended_by_in_words(ended_by));
    }
    let Some((black, white)) = line.score::<SIDE>() else { return Agreement::NotChecked("unfinished") };
    let discs = line.discs();
    match *claim {
        Claim::Score(first, second) => {
            let is_it = |score: (i32, i32)| first == score.0 && second.is_none_or(|second| second == score.1);
            agree(is_it((black, white)) || is_it(discs), &format!("{black}-{white}"))
        }
        Claim::Margin(margin) => {
            let komi = record.label(Label::Komi).map_or(Some(0), super::thousandths::thousandths);
            let Some(komi) = komi else { return Agreement::NotChecked("the komi cannot be read") };
            let of = |(black, white): (i32, i32)| i64::from(black - white) * 1000 - komi;
            agree(margin == of((black, white)) || margin == of(discs), &Claim::Margin(of((black, white))))
        }
        Claim::Winner(winner) => {
            let found = match black.cmp(&white) {
                std::cmp::Ordering::Greater => Some(Side::First),
                std::cmp::Ordering::Less => Some(Side::Second),
                std::cmp::Ordering::Equal => None,
            };
            agree(winner == found, &Claim::Winner(found))
        }
        _ => Agreement::NotChecked("not a result"),
    }
}

const fn ended_by_in_words(ended_by: EndedBy) -> &'static str {
    match ended_by {
        EndedBy::Resignation => "a player resigned",
        EndedBy::Time => "a player lost on time",
        EndedBy::Agreement => "the players agreed on it",
    }
}

/// The naive game of a record.
struct NaiveReplay {
    start: Board,
    to_move: Disc,
}

impl NaiveReplay {
    fn start(record: &Record, board: OthelloSize) -> Result<Self, String> {
        let Some(start) = &record.start else {
            return Ok(Self { start: Board::start(board.into()), to_move: Disc::Black });
        };
        let to_move = if start.to_move == Side::First { Disc::Black } else { Disc::White };
        let start = naive::parse_board(&start.board).map_err(|error| error.to_string())?;
        if start.size() == board.into() {
            Ok(Self { start, to_move })
        } else {
            Err(format!("the start position is {}, the board is {board}", start.size()))
        }
    }

    /// Follows the record, and compares each position. The error is the first one that differs.
    fn follow(&self, record: &Record, line: &Line) -> Result<Result<FollowedGame, FollowError>, String> {
        let players: String =
            record.players.iter().map(|&player| if player == Side::First { 'X' } else { 'O' }).collect();
        let mut places = line.positions.iter();
        let mut differs = None;
        let followed = naive::follow(&self.start, self.to_move, &record.moves, &players, &mut |seen| {
            let spot = places.next();
            if differs.is_none() && !spot.is_some_and(|spot| is_same(spot, seen)) {
                differs = Some(format!("{spot:?}, naively {}", String::from_utf8_lossy(seen.text)));
            }
        });
        if differs.is_none() && places.next().is_some() {
            differs = Some("natively there are more positions".to_owned());
        }
        differs.map_or(Ok(followed), Err)
    }

    /// Compares the end of a legal record.
    fn confirms(line: &Line, end: FollowedGame) -> Option<IllegalRecord> {
        let (black, white) = line.discs();
        let native = (line.plies.len(), line.passes(), line.over, black, white);
        let naive = (end.plies, end.passes, end.over, end.black as i32, end.white as i32);
        (native != naive).then(|| disagreement(end.plies, &format!("natively {native:?}, naively {naive:?}")))
    }

    /// Why a ply is refused, in the words of the slow replay.
    fn explain(&self, record: &Record, line: &Line, error: FollowError) -> IllegalRecord {
        let ply = error.ply;
        if error.wrong_player {
            let mover = if line.last().black { Disc::Black } else { Disc::White };
            let reason = format!(
                "ply {ply}: it is {mover}'s turn, and the record says that {} plays",
                mover.opponent()
            );
            return IllegalRecord { ply, kind: "the wrong player", reason };
        }
        let position = naive::Position { board: self.start.clone(), mover: self.to_move };
        match naive::replay_from(&position, &record.moves) {
            Err(complaint) => IllegalRecord { ply, kind: kind(&complaint), reason: complaint.to_string() },
            Ok(_) => disagreement(ply, &"the slow naive replay finds the record legal"),
        }
    }
}

fn disagreement(ply: usize, two: &dyn std::fmt::Display) -> IllegalRecord {
    let reason = format!("the native game and the naive game disagree, one of them is wrong: {two}");
    IllegalRecord { ply, kind: DISAGREEMENT, reason }
}

/// The reason of a complaint in a few words.
const fn kind(complaint: &RecordError) -> &'static str {
    match complaint {
        RecordError::TooLong { .. } => "too long",
        RecordError::AtPly { reason, .. } => match reason {
            Reason::Occupied { .. } => "an occupied square",
            Reason::FlipsNothing { .. } => "a move that flips nothing",
            Reason::OffBoard { .. } => "a square off the board",
            Reason::GameOver { .. } => "a ply after the end",
            Reason::UnexpectedPass { .. } => "a pass where there are moves",
            Reason::Truncated { .. } => "a truncated ply",
            Reason::Foreign { .. } => "a text that is not a ply",
        },
    }
}

/// The end of a legal record in words.
fn found<const SIDE: usize>(line: &Line) -> String {
    let passes = match line.passes() {
        0 => String::new(),
        1 => " (1 pass)".to_owned(),
        passes => format!(" ({passes} passes)"),
    };
    let plies = line.plies.len();
    let (black, white) = line.discs();
    if line.over {
        return format!("{plies} plies{passes}; game over, {black} black and {white} white discs");
    }
    let spot = line.last();
    let mover = if spot.black { Disc::Black } else { Disc::White };
    let (moves, empty) = (spot.legal.count_ones(), (SIDE * SIDE) as i32 - black - white);
    format!("{plies} plies{passes}; {mover} to move: {moves} legal moves, {empty} empty squares")
}
