//! The available memory.
//!
//! Idea: a system may promise more memory than it has. Then an allocation succeeds, and the process is killed when it
//! uses the pages. So large work checks first. The available memory is the least of three numbers: what Linux reports
//! (`MemAvailable`), what the limits of the control group leave, and what the limit of the address space leaves
//! (`ulimit -v`).
//!
//! What it does not show: that the memory is still available a second later. On systems other than Linux, nothing is
//! known.
//!
//! Source: proc(5), cgroups(7), getrlimit(2).

use crate::amount::size;

/// The error that work needs more memory than is available.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} of memory, and this machine has {} available", size(*.needed), size(*.available))]
pub struct InsufficientMemory {
    /// The bytes that are needed.
    pub needed: u64,
    /// The bytes that are available.
    pub available: u64,
}

/// Refuses work that needs more memory than is available.
///
/// ```
/// use certamen_work::memory::require;
/// assert!(require(1).is_ok());
/// assert!(!cfg!(target_os = "linux") || require(u64::MAX).is_err());
/// ```
///
/// # Errors
/// [`InsufficientMemory`]
pub fn require(needed: u64) -> Result<(), InsufficientMemory> {
    match available() {
        Some(available) if needed > available => Err(InsufficientMemory { needed, available }),
        _ => Ok(()),
    }
}

/// The greatest number of bytes of memory that this process has used so far. Known on Linux.
///
/// ```
/// use certamen_work::memory::peak;
/// assert!(!cfg!(target_os = "linux") || peak().is_some_and(|bytes| bytes > 1 << 16));
/// ```
pub fn peak() -> Option<u64> {
    #[cfg(target_os = "linux")]
    let peak = linux::peak();
    #[cfg(not(target_os = "linux"))]
    let peak = None;
    peak
}

/// The error that a limit of the address space leaves too little for any command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the limit of the address space (ulimit -v) leaves {}, and a command needs {}",
    size(*.left),
    size(*.needed)
)]
pub struct MemoryLimitTooLow {
    /// The bytes that are needed.
    pub needed: u64,
    /// The bytes that the limit leaves.
    pub left: u64,
}

/// Refuses to start if a limit of the address space leaves fewer than `needed` bytes.
///
/// Threads need stacks, and so do their handlers for the end of a stack. If the system refuses one of these, the
/// standard library panics, so this is checked before the first thread is started.
///
/// ```
/// use certamen_work::memory::require_address_space;
/// assert!(require_address_space(1).is_ok());
/// ```
///
/// # Errors
/// [`MemoryLimitTooLow`]
pub fn require_address_space(needed: u64) -> Result<(), MemoryLimitTooLow> {
    #[cfg(target_os = "linux")]
    if let Some(left) = linux::of_address_space().filter(|&left| left < needed) {
        return Err(MemoryLimitTooLow { needed, left });
    }
    Ok(())
}

/// The memory that work may use: the bytes that a user asks for. By default `usual` bytes, or the available memory if
/// that is less.
///
/// ```
/// use certamen_work::memory::allowed;
/// assert_eq!(allowed(Some(17), 1 << 30), Ok(17));
/// assert!(allowed(None, 1 << 30)? <= 1 << 30);
/// # Ok::<(), certamen_work::memory::InsufficientMemory>(())
/// ```
///
/// # Errors
/// [`InsufficientMemory`] if the user asks for more than is available.
pub fn allowed(asked: Option<u64>, usual: u64) -> Result<u64, InsufficientMemory> {
    match asked {
        Some(bytes) => require(bytes).map(|()| bytes),
        None => Ok(available().unwrap_or(u64::MAX).min(usual)),
    }
}

/// The available memory in bytes, approximately. `None` if the system does not report it.
#[cfg(target_os = "linux")]
pub fn available() -> Option<u64> {
    [linux::of_machine(), linux::of_control_group(), linux::of_address_space()].into_iter().flatten().min()
}

/// Other systems report it in other ways.
#[cfg(not(target_os = "linux"))]
pub fn available() -> Option<u64> {
    None
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::process::{Resource, getrlimit};
    use std::fs;
    use std::path::Path;

    /// The available memory of the machine.
    pub(super) fn of_machine() -> Option<u64> {
        kibibytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
    }

    /// The rest of the address space limit.
    pub(super) fn of_address_space() -> Option<u64> {
        let limit = getrlimit(Resource::As).current?;
        let used = kibibytes(&fs::read_to_string("/proc/self/status").ok()?, "VmSize:")?;
        Some(limit.saturating_sub(used))
    }

    /// The rest of the control group's limit, for both versions of control groups. Pages that only cache files count as
    /// free.
    pub(super) fn of_control_group() -> Option<u64> {
        let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
        let left = |group: &str| {
            let mut fields = group.splitn(3, ':').skip(1);
            let (controllers, path) = (fields.next()?, fields.next()?);
            let (root, limit, used, cache) = if controllers.is_empty() {
                ("/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file")
            } else if controllers.split(',').any(|one| one == "memory") {
                let used = "memory.usage_in_bytes";
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", used, "total_inactive_file")
            } else {
                return None;
            };
            // In a container, the path is that of the host, and the group is the root.
            let place = Path::new(root).join(path.trim_start_matches('/'));
            let place = if place.join(limit).exists() { place } else { root.into() };
            let number = |name: &str| fs::read_to_string(place.join(name)).ok()?.trim().parse::<u64>().ok();
            let cached = fs::read_to_string(place.join("memory.stat")).ok();
            let cached = cached.and_then(|text| member(&text, cache)).unwrap_or(0);
            Some(number(limit)?.saturating_sub(number(used)?.saturating_sub(cached)))
        };
        groups.lines().filter_map(left).min()
    }

    /// The peak of the resident memory of this process.
    pub(super) fn peak() -> Option<u64> {
        kibibytes(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
    }

    /// The number after a name at the beginning of a line.
    pub(super) fn member(text: &str, name: &str) -> Option<u64> {
        let fields = |line: &str| {
            let mut fields = line.split_ascii_whitespace();
            (fields.next() == Some(name)).then(|| fields.next()?.parse().ok()).flatten()
        };
        text.lines().find_map(fields)
    }

    fn kibibytes(text: &str, name: &str) -> Option<u64> {
        member(text, name)?.checked_mul(1024)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_machine_has_some_memory_and_not_all() {
        let available = available().expect("Linux says it");
        assert!((1 << 20..1 << 60).contains(&available), "{available}");
        require(1 << 20).expect("a mebibyte");
        let refusal = require(1 << 60).expect_err("an exbibyte").to_string();
        assert!(refusal.starts_with("1048576.0 TiB of memory, and this machine has "), "{refusal}");
        assert!(allowed(Some(1 << 60), 1).is_err());
        assert_eq!(allowed(None, 1 << 20), Ok(1 << 20));
        assert!(allowed(None, 1 << 60).is_ok_and(|bytes| bytes < 1 << 60));
    }

    #[test]
    fn numbers_are_found_by_their_names() {
        let text = "MemTotal:  8 kB\nMemAvailable:   17 kB\nMemAvailable2: 9 kB\n";
        assert_eq!(linux::member(text, "MemAvailable:"), Some(17));
        assert_eq!(linux::member(text, "Mem"), None);
        assert_eq!(linux::member("a x\n", "a"), None);
    }
}
