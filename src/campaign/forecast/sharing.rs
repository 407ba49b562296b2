//! What running tasks share equally: processors, or the bandwidth of a disk.
//!
//! Idea: all users of a resource go on at the same rate, so each ends when a common counter of work for one user has grown
//! by its amount. An event costs a step of a heap, however many users there are (processor sharing, as in L. Kleinrock,
//! "Queueing Systems", volume 2, 1976).

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A resource, and the workers that use it.
#[derive(Clone, Debug)]
pub(super) struct Sharing {
    /// The amount that all users together get in a second.
    capacity: f64,
    /// The amount that one user gets in a second at most, for each unit of its weight.
    limit: f64,
    /// The weights of the users, added up.
    used: f64,
    /// The amount that a user of weight 1 would have got since the beginning.
    passed: f64,
    users: BinaryHeap<User>,
}

/// A user of a resource.
#[derive(Clone, Copy, Debug)]
struct User {
    /// It ends when [`Sharing::passed`] is this.
    end: f64,
    worker: usize,
    weight: f64,
}

impl Sharing {
    pub(super) fn new(capacity: f64, limit: f64) -> Self {
        Self { capacity, limit, used: 0.0, passed: 0.0, users: BinaryHeap::new() }
    }

    /// The amount that each user gets in a second, for each unit of its weight.
    fn rate(&self) -> f64 {
        self.limit.min(self.capacity / self.used)
    }

    /// A worker begins to use the resource, until it has had this amount for each unit of its weight.
    pub(super) fn add(&mut self, worker: usize, amount: f64, weight: f64) {
        self.used += weight;
        self.users.push(User { end: self.passed + amount, worker, weight });
    }

    /// The seconds until the next user ends.
    pub(super) fn next(&self) -> Option<f64> {
        self.users.peek().map(|user| ((user.end - self.passed) / self.rate()).max(0.0))
    }

    /// Lets time pass, at most that until the next user ends.
    pub(super) fn pass(&mut self, seconds: f64) {
        if let Some(next) = self.users.peek() {
            self.passed = (self.passed + seconds * self.rate()).min(next.end);
        }
    }

    /// Ends the next user.
    pub(super) fn end(&mut self) -> Option<usize> {
        let user = self.users.pop()?;
        self.passed = user.end;
        // Without users there is nothing to add errors to.
        self.used = if self.users.is_empty() { 0.0 } else { self.used - user.weight };
        Some(user.worker)
    }
}

impl Ord for User {
    /// The first to end is the greatest, as the heap gives the greatest first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.end.total_cmp(&self.end).then(other.worker.cmp(&self.worker))
    }
}

impl PartialOrd for User {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for User {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for User {}
