//! A problem as the text of a game file.

use super::places::{Grid, Places, direction};
use super::{Action, Atom, BddlProblem, Content, Coordinate, Literal, Player};
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
        let grid = Grid { size: self.size, folded: self.folds() };
        let shown: String = self.file.chars().filter(|letter| !letter.is_control()).collect();
        let depth = self.depth;
        let mut text = format!("# BDDL depth {depth}, problem {shown}\n");
        let about = format!("A BDDL problem: does Black win within {depth} plies of both players?");
        text += &format!("game {} \"{about}\"\n", self.name);
        text += if self.black_is_second { "players White Black\n" } else { "players Black White\n" };
        text += &self.board(grid);
        text += "word black B, white W\n";
        let starts = Player::BOTH.map(|player| self.start_of(grid, player));
        let starts: Vec<String> = starts.into_iter().flatten().collect();
        if !starts.is_empty() {
            text += &format!("start {}\n", starts.join(", "));
        }
        if let Some(require) = self.require() {
            text += &format!("require {require}\n");
        }
        text += "\n";
        let mut plays: Plays = Vec::new();
        for action in &self.actions {
            text += &self.kind(grid, action, &mut plays);
        }
        for (effect, kinds) in plays {
            let lines: Vec<String> = kinds.chunks(KINDS_OF_A_LINE).map(|kinds| kinds.join(" ")).collect();
            text += &format!("play {}: {effect}\n", lines.join("\n  "));
        }
        text += "\n";
        for (player, lines) in Player::BOTH.into_iter().zip(&self.goals) {
            for condition in lines.iter().filter_map(|line| goal(grid, line)) {
                text += &format!("lost if {} and {condition}\n", self.turn(player.other()));
            }
        }
        // A player who cannot move: White has lost if he has no goal, Black has not won.
        text + if self.goals[1].is_empty() { "stuck loses\n" } else { "stuck draws\n" }
    }

    /// The condition that a player is to move.
    fn turn(&self, player: Player) -> &'static str {
        if (player == Player::Black) == self.black_is_second { "second" } else { "not second" }
    }

    /// The files to which the cells are folded, if the board is too long and no rule has a cell beside another one.
    fn folds(&self) -> Option<i32> {
        let (files, ranks) = self.size;
        let lines = self.goals.iter().flatten();
        let of_goals = lines.flatten().map(|literal| literal.atom.cell);
        let of_actions = self.actions.iter().flat_map(|action| action.atoms().map(|atom| atom.cell));
        let stands_alone = |cell: [Coordinate; 2]| {
            cell == [Coordinate::Parameter(0); 2]
                || matches!(cell, [Coordinate::Fixed(_), Coordinate::Fixed(_)])
        };
        if files.max(ranks) <= SIDE || !of_goals.chain(of_actions).all(stands_alone) {
            return None;
        }
        let cells = files * ranks;
        let fits = |&files: &i32| cells % files == 0 && cells / files <= SIDE;
        let square = || (1..=SIDE).find(|side| side * side >= cells);
        (2..=SIDE).rev().find(fits).or_else(square)
    }

    fn board(&self, grid: Grid) -> String {
        let (files, ranks) = self.size;
        let Some(folded) = grid.folded else { return format!("board {files}x{ranks}\n") };
        let cells = files * ranks;
        let folded_ranks = (cells + folded - 1) / folded;
        let mut text = format!("# {cells} cells; one after the other fills the ranks, from a1 on\n");
        text += &format!("board {folded}x{folded_ranks}\n");
        let missing: Vec<String> =
            (cells + 1..=folded * folded_ranks).map(|cell| grid.square(cell, 1)).collect();
        if !missing.is_empty() {
            text += &format!("squares ~{{{}}}\n", missing.join(" "));
        }
        text
    }

    fn stones(&self, player: Player) -> impl Iterator<Item = &Atom> {
        self.start.iter().filter(move |atom| atom.content == Content::Stone(player))
    }

    fn start_of(&self, grid: Grid, player: Player) -> Option<String> {
        let square = |atom: &Atom| match atom.cell {
            [Coordinate::Fixed(x), Coordinate::Fixed(y)] => Some(grid.square(x, y)),
            _ => None,
        };
        let squares: Vec<String> = self.stones(player).filter_map(square).collect();
        (!squares.is_empty()).then(|| format!("{} = {{{}}}", player.word(), squares.join(" ")))
    }

    /// What all actions keep about the numbers of stones, as far as they show it by themselves.
    fn require(&self) -> Option<String> {
        if self.actions.iter().any(Action::can_name_a_cell_twice) {
            return None;
        }
        let changes = |player: Player, stone: Player| -> Vec<[i32; 2]> {
            let actions = self.actions.iter().filter(|action| action.player == player);
            actions.map(|action| action.change(stone)).collect()
        };
        let count = |player| self.stones(player).count() as i32;
        let (black, white) = (count(Player::Black), count(Player::White));
        let never_more = |stone| {
            Player::BOTH.iter().all(|&player| changes(player, stone).iter().all(|[_, most]| *most <= 0))
        };
        let limits: Vec<String> = Player::BOTH
            .into_iter()
            .filter(|&player| never_more(player))
            .map(|player| format!("count({}) <= {}", player.word(), count(player)))
            .collect();
        if !limits.is_empty() {
            return Some(limits.join(" and "));
        }
        let added = *changes(Player::Black, Player::Black).first()?.first()?;
        let all = |player: Player, stone: Player, by: i32| {
            changes(player, stone).iter().all(|change| *change == [by; 2])
        };
        let is_even = |player: Player| all(player, player, added) && all(player, player.other(), 0);
        if added <= 0 || !Player::BOTH.into_iter().all(is_even) {
            return None;
        }
        let sum = |word: &str, more: i32| {
            if more > 0 { format!("count({word}) + {more}") } else { format!("count({word})") }
        };
        let equal = |more: i32| format!("{} = {}", sum("black", -more), sum("white", more));
        let (first, later) =
            (black - white, black - white + if self.black_is_second { -added } else { added });
        Some(format!("if second then {} else {}", equal(later), equal(first)))
    }

    /// The statement of an action; what it does joins the other effects. Nothing if it exists at no place.
    fn kind(&self, grid: Grid, action: &Action, plays: &mut Plays) -> String {
        let atoms: Vec<Atom> = action.atoms().collect();
        let Some(places) = Places::new(grid, &atoms) else { return String::new() };
        let name = self.kind_name(action);
        let (places, head) = match action.step() {
            Some([x, y]) => {
                let steps = x.abs().max(y.abs());
                let times = if steps > 1 { format!("*{steps}") } else { String::new() };
                (places.told_from([x, y]), format!("step {name} {}{times}", direction(x, y)))
            }
            None => (places, format!("place {name}")),
        };
        // The squares of a step are on the board as they are.
        let on_the_board = if action.step().is_some() { &[] } else { action.effect.as_slice() };
        let (words, conditions) = places.holding(&action.precondition, on_the_board);
        let words = if words.is_empty() { "board".to_owned() } else { words.join(" & ") };
        let guard: Vec<String> =
            std::iter::once(self.turn(action.player).to_owned()).chain(conditions).collect();
        let effect = effect(&places, action);
        match plays.iter_mut().find(|(known, _)| *known == effect) {
            Some((_, kinds)) => kinds.push(name),
            None => plays.push((effect, vec![name])),
        }
        format!("{head} = {words} when {}\n", guard.join(" and "))
    }

    /// The name of an action, with its player where both have it or the game has it otherwise.
    fn kind_name(&self, action: &Action) -> String {
        let name = &action.name;
        let is_of_both = self.actions.iter().filter(|known| known.name == *name).count() > 1;
        if is_of_both || KEYWORDS.contains(&name.as_str()) || TAKEN.contains(&name.as_str()) {
            format!("{}_{name}", action.player.word())
        } else {
            name.clone()
        }
    }
}

impl Player {
    const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl Action {
    fn atoms(&self) -> impl Iterator<Item = Atom> {
        self.precondition.iter().map(|literal| literal.atom).chain(self.effect.iter().copied())
    }

    /// Whether two atoms of the effect can be the same cell at some places.
    fn can_name_a_cell_twice(&self) -> bool {
        let is_fixed = |atom: &Atom| atom.cell.map(|coordinate| matches!(coordinate, Coordinate::Fixed(_)));
        self.effect.iter().any(|atom| is_fixed(atom) != is_fixed(&self.effect[0]))
    }

    /// How far an own stone goes from (?x, ?y) in a straight line, if that is what the action does.
    fn step(&self) -> Option<[i32; 2]> {
        let here = [Coordinate::Parameter(0); 2];
        let own = Atom { content: Content::Stone(self.player), cell: here };
        let has_own = self.precondition.contains(&Literal { atom: own, is_negated: false });
        let (left, reached): (Vec<&Atom>, Vec<&Atom>) =
            self.effect.iter().partition(|atom| atom.content == Content::Open);
        let ([left], [reached]) = (left.as_slice(), reached.as_slice()) else { return None };
        let [Coordinate::Parameter(x), Coordinate::Parameter(y)] = reached.cell else { return None };
        let is_line = x == 0 || y == 0 || x.abs() == y.abs();
        (has_own && left.cell == here && reached.content == own.content && is_line).then_some([x, y])
    }

    /// What the precondition says about a stone on a cell.
    fn known(&self, cell: [Coordinate; 2], stone: Player) -> Option<bool> {
        let mut literals = self.precondition.iter().filter(|literal| literal.atom.cell == cell);
        literals.find_map(|literal| literal.decides(Content::Stone(stone)))
    }

    /// The least and the greatest number by which the stones of a player grow.
    fn change(&self, stone: Player) -> [i32; 2] {
        self.effect.iter().fold([0; 2], |[least, most], atom| {
            let known = self.known(atom.cell, stone);
            if atom.content == Content::Stone(stone) {
                [least + i32::from(known == Some(false)), most + i32::from(known != Some(true))]
            } else {
                [least - i32::from(known != Some(false)), most - i32::from(known == Some(true))]
            }
        })
    }
}

/// What an action does to the words.
fn effect(places: &Places, action: &Action) -> String {
    let mut found = Vec::new();
    for player in Player::BOTH {
        let stone = Content::Stone(player);
        let cells = |is_added: bool| -> Vec<String> {
            let changes = action.effect.iter().filter(|atom| {
                (atom.content == stone) == is_added && action.known(atom.cell, player) != Some(is_added)
            });
            changes.map(|atom| places.of_move(atom.cell)).collect()
        };
        let (taken, added, word) = (cells(false), cells(true), player.word());
        let rest = match taken.as_slice() {
            [] => word.to_owned(),
            [one] => format!("{word} & ~{one}"),
            all => format!("{word} & ~({})", all.join(" | ")),
        };
        if !taken.is_empty() || !added.is_empty() {
            let all: Vec<String> = std::iter::once(rest).chain(added).collect();
            found.push(format!("{word} = {}", all.join(" | ")));
        }
    }
    if found.is_empty() { "black = black".to_owned() } else { found.join(", ") }
}

/// The condition that a line of a goal holds at some place; `None` if there is no such place.
fn goal(grid: Grid, line: &[Literal]) -> Option<String> {
    let atoms: Vec<Atom> = line.iter().map(|literal| literal.atom).collect();
    let places = Places::new(grid, &atoms)?;
    let (words, mut conditions) = places.holding(line, &[]);
    if !places.is_one() {
        conditions.insert(0, format!("any({})", words.join(" & ")));
    }
    Some(conditions.join(" and "))
}
