//! What `--version` prints: the version, and for which instructions the program was compiled.
//!
//! `.cargo/config.toml` names the instructions of processors since 2013. `cargo install` from a registry does not read it, and
//! nothing else would show that such a program is slower.

/// The version in one line, and the instructions in a second.
pub(crate) fn long_version() -> String {
    format!("{}\n{}", env!("CARGO_PKG_VERSION"), instructions())
}

/// The instructions for counting and closing gaps in words, and for several words at once.
#[cfg(target_arch = "x86_64")]
fn instructions() -> String {
    line(&[
        Instructions {
            name: "popcnt",
            are_used: cfg!(target_feature = "popcnt"),
            are_there: is_x86_feature_detected!("popcnt"),
        },
        Instructions {
            name: "bmi2",
            are_used: cfg!(target_feature = "bmi2"),
            are_there: is_x86_feature_detected!("bmi2"),
        },
        Instructions {
            name: "avx2",
            are_used: cfg!(target_feature = "avx2"),
            are_there: is_x86_feature_detected!("avx2"),
        },
    ])
}

#[cfg(not(target_arch = "x86_64"))]
fn instructions() -> String {
    std::env::consts::ARCH.to_owned()
}

/// Some instructions that not every x86-64 processor has.
#[cfg(target_arch = "x86_64")]
struct Instructions {
    name: &'static str,
    /// By the program.
    are_used: bool,
    /// On the processor that runs it.
    are_there: bool,
}

#[cfg(target_arch = "x86_64")]
fn line(all: &[Instructions; 3]) -> String {
    let names = |is_named: fn(&Instructions) -> bool| {
        let named: Vec<_> = all.iter().filter(|one| is_named(one)).map(|one| one.name).collect();
        (!named.is_empty()).then(|| named.join(", "))
    };
    let used = names(|one| one.are_used)
        .map_or_else(|| "any processor".to_owned(), |used| format!("processors with {used}"));
    let unused = names(|one| one.are_there && !one.are_used);
    let unused = unused.map(|unused| {
        format!("; this one also has {unused}, with which tables are faster: docs/building.md")
    });
    format!("compiled for {used}{}", unused.unwrap_or_default())
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn instructions_that_would_help_are_named() {
        let of = |used: [bool; 3], there: [bool; 3]| {
            let one = |at: usize, name| Instructions { name, are_used: used[at], are_there: there[at] };
            line(&[one(0, "popcnt"), one(1, "bmi2"), one(2, "avx2")])
        };
        assert_eq!(of([true; 3], [true; 3]), "compiled for processors with popcnt, bmi2, avx2");
        assert_eq!(of([false; 3], [false; 3]), "compiled for any processor");
        assert_eq!(
            of([true, false, false], [true; 3]),
            "compiled for processors with popcnt; this one also has bmi2, avx2, with which tables are faster: docs/building.md"
        );
    }
}
