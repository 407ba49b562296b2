//! A problem as the text of a game file.
//!
//! It has no `require`: tables find by themselves what plies keep of the numbers of stones, while a solver does not prove it on
//! larger boards, where questions about games would then be refused.

use super::places::{Grid, Places, direction};
use super::{Action, Atom, BddlProblem, Coordinate, Player};
use crate::syntax::KEYWORDS;

/// The greatest number of files or ranks of a game file.
const SIDE: i32 = 19;

/// Names that are words of every position, or of this translation.
const TAKEN: [&str; 6] = ["black", "white", "empty", "occupied", "second", "m"];

/// How many kinds of moves stand in one line.
const KINDS_OF_A_LINE: usize = 8;

/// Effects and the kinds of moves that have them.
type Plays = Vec<(String, Vec<String>)>;

impl BddlProblem {
    /// The text of the game file.
    #[must_use]
    pub fn game_text(&self) -> String {
        let (grid, depth) = (Grid { size: self.size, folded: self.folds() }, self.depth);
        let shown: String = self.file.chars().filter(|letter| !letter.is_control()).collect();
        let (players, rest) = (if self.black_is_second { "White Black" } else { "Black White" }, board(grid));
        let start = Player::BOTH.into_iter().filter_map(|player| self.start_of(grid, player));
        let start = start.collect::<Vec<_>>().join(", ");
        let mut lines = vec![
            format!("# BDDL depth {depth}, problem {shown}"),
            format!(
                "game {} \"A BDDL problem: does Black win within {depth} plies of both players?\"",
                self.name
            ),
            format!("players {players}\n{rest}\nword black B, white W"),
        ];
        if !start.is_empty() {
            lines.push(format!("start {start}"));
        }
        lines.push(String::new());
        let mut plays: Plays = Vec::new();
        lines.extend(self.actions.iter().filter_map(|action| self.kind(grid, action, &mut plays)));
        for (effect, kinds) in plays {
            let kinds: Vec<String> = kinds.chunks(KINDS_OF_A_LINE).map(|kinds| kinds.join(" ")).collect();
            lines.push(format!("play {}: {effect}", kinds.join("\n  ")));
        }
        lines.push(String::new());
        for (player, goal) in Player::BOTH.into_iter().zip(&self.goals) {
            let conditions = goal.iter().filter_map(|line| condition(grid, line));
            let turn = self.turn(player.other());
            lines.extend(conditions.map(|condition| format!("lost if {turn} and {condition}")));
        }
        // A player who cannot move: White has lost if he has no goal, Black has not won.
        lines.push(if self.goals[1].is_empty() { "stuck loses\n" } else { "stuck draws\n" }.to_owned());
        lines.join("\n")
    }

    /// The condition that a player is to move.
    fn turn(&self, player: Player) -> &'static str {
        if (player == Player::Black) == self.black_is_second { "second" } else { "not second" }
    }

    /// The files to which the cells are folded, if the board is too long and no rule has a cell beside another one.
    fn folds(&self) -> Option<i32> {
        let (files, ranks) = self.size;
        let of_goals = self.goals.iter().flatten().flatten();
        let mut atoms = of_goals.chain(self.actions.iter().flat_map(Action::atoms));
        let stands_alone = |atom: &Atom| {
            atom.cell == [Coordinate::Parameter(0); 2]
                || matches!(atom.cell, [Coordinate::Fixed(_), Coordinate::Fixed(_)])
        };
        let folds = files.max(ranks) > SIDE && atoms.all(stands_alone);
        (1..=SIDE).find(|side| folds && side * side >= files * ranks)
    }

    fn start_of(&self, grid: Grid, player: Player) -> Option<String> {
        let stones = self.start.iter().filter(|stone| stone.0 == player);
        let squares: Vec<String> = stones.map(|&(_, x, y)| grid.square(x, y)).collect();
        (!squares.is_empty()).then(|| format!("{} = {{{}}}", player.word(), squares.join(" ")))
    }

    /// The statement of an action; what it does joins the other effects. `None` if it exists at no place.
    fn kind(&self, grid: Grid, action: &Action, plays: &mut Plays) -> Option<String> {
        let step = action.step();
        let places = Places::new(grid, step.unwrap_or_default(), action.atoms())?;
        let name = self.kind_name(action);
        let head = match step {
            Some([x, y]) if x.abs().max(y.abs()) > 1 => {
                format!("step {name} {}*{}", direction([x, y]), x.abs().max(y.abs()))
            }
            Some(step) => format!("step {name} {}", direction(step)),
            None => format!("place {name}"),
        };
        // The squares of a step are on the board as they are.
        let on_the_board = if step.is_some() { &[] } else { action.effect.as_slice() };
        let words = places.words(&action.precondition, on_the_board);
        let words = if words.is_empty() { "board".to_owned() } else { words.join(" & ") };
        let mut guard = vec![self.turn(action.player).to_owned()];
        guard.extend(places.conditions(&action.precondition));
        let effect = effect(&places, action);
        match plays.iter_mut().find(|(known, _)| *known == effect) {
            Some((_, kinds)) => kinds.push(name),
            None => plays.push((effect, vec![name])),
        }
        Some(format!("{head} = {words} when {}", guard.join(" and ")))
    }

    /// The name of an action, with its player where both have it or the game has it otherwise.
    fn kind_name(&self, action: &Action) -> String {
        let name = action.name.as_str();
        let is_of_both = self.actions.iter().filter(|known| known.name == name).count() > 1;
        let is_taken = is_of_both || KEYWORDS.contains(&name) || TAKEN.contains(&name);
        if is_taken { format!("{}_{name}", action.player.word()) } else { name.to_owned() }
    }
}

/// The statements of the board.
fn board(grid: Grid) -> String {
    let (files, ranks) = grid.size;
    let Some(folded) = grid.folded else { return format!("board {files}x{ranks}") };
    let cells = files * ranks;
    let folded_ranks = (cells + folded - 1) / folded;
    let missing: Vec<String> = (cells + 1..=folded * folded_ranks).map(|cell| grid.square(cell, 1)).collect();
    let board =
        format!("# {cells} cells fill one rank after the other, from a1 on\nboard {folded}x{folded_ranks}");
    if missing.is_empty() { board } else { format!("{board}\nsquares ~{{{}}}", missing.join(" ")) }
}

impl Action {
    fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.precondition.iter().chain(&self.effect)
    }

    /// How far an own stone goes from (?x, ?y) in a straight line, if that is what the action does.
    fn step(&self) -> Option<[i32; 2]> {
        let here = [Coordinate::Parameter(0); 2];
        let own = Atom { stone: Some(self.player), cell: here, is_negated: false };
        let (left, reached): (Vec<&Atom>, Vec<&Atom>) =
            self.effect.iter().partition(|atom| atom.stone.is_none());
        let ([left], [reached]) = (left.as_slice(), reached.as_slice()) else { return None };
        let [Coordinate::Parameter(x), Coordinate::Parameter(y)] = reached.cell else { return None };
        let is_straight = x == 0 || y == 0 || x.abs() == y.abs();
        let moves_own = self.precondition.contains(&own) && reached.stone == own.stone;
        (left.cell == here && moves_own && is_straight).then_some([x, y])
    }

    /// Whether a cell has a stone of a player, if the precondition says it.
    fn has(&self, cell: [Coordinate; 2], stone: Player) -> Option<bool> {
        let mut known = self.precondition.iter().filter(|atom| atom.cell == cell);
        known.find_map(|atom| {
            let is_same = atom.stone == Some(stone);
            (is_same || !atom.is_negated).then_some(is_same != atom.is_negated)
        })
    }
}

/// What an action does to the words.
fn effect(places: &Places, action: &Action) -> String {
    let mut found = Vec::new();
    for player in Player::BOTH {
        let changed = |is_added: bool| -> Vec<String> {
            let changes = action.effect.iter().filter(|atom| {
                (atom.stone == Some(player)) == is_added && action.has(atom.cell, player) != Some(is_added)
            });
            changes.map(|atom| places.of_move(atom)).collect()
        };
        let (taken, added) = (changed(false), changed(true));
        if taken.is_empty() && added.is_empty() {
            continue;
        }
        let rest = match taken.as_slice() {
            [] => player.word().to_owned(),
            [one] => format!("{} & ~{one}", player.word()),
            all => format!("{} & ~({})", player.word(), all.join(" | ")),
        };
        let words: Vec<String> = std::iter::once(rest).chain(added).collect();
        found.push(format!("{} = {}", player.word(), words.join(" | ")));
    }
    if found.is_empty() { "black = black".to_owned() } else { found.join(", ") }
}

/// The condition that a line of a goal holds at some place; `None` if there is no such place.
fn condition(grid: Grid, line: &[Atom]) -> Option<String> {
    let places = Places::new(grid, [0; 2], line)?;
    Some(match places.only_square() {
        Some(_) => places.conditions(line).join(" and "),
        None => format!("any({})", places.words(line, &[]).join(" & ")),
    })
}
