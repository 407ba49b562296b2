//! Parses amounts of time and memory as users write them. The functions are value parsers for clap.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Why a text is not an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmountError {
    /// The text is not a number.
    #[error("expected a number of seconds")]
    NotSeconds,
    /// The number is not positive, or it exceeds the limit.
    #[error("expected a positive number of seconds, at most ten years")]
    SecondsOutOfRange,
    /// The number is negative, or it exceeds the limit.
    #[error("expected 0 or more seconds, at most ten years")]
    IntervalOutOfRange,
    /// The text is not a number of bytes, or the number does not fit 64 bits.
    #[error("expected a number of bytes, as in 8G")]
    NotBytes,
    /// The number of bytes is 0, which no work can keep to.
    #[error("expected 1 byte or more, as in 8G")]
    NoBytes,
    /// The text is neither a number nor two numbers.
    #[error("expected a number, or a range such as 12..30")]
    NotRange,
    /// The ends of a range are not in order.
    #[error("{0} is more than {1}")]
    NotInOrder(u32, u32),
}

/// A little more than ten years, in seconds.
const MOST_SECONDS: f64 = 3.2e8;

/// A time limit in seconds, more than 0 and at most ten years.
///
/// ```
/// use certamen_work::amount::seconds;
/// assert_eq!(seconds("0.5").unwrap().as_millis(), 500);
/// assert!(seconds("0").is_err());
/// ```
///
/// # Errors
/// [`AmountError`]
pub fn seconds(text: &str) -> Result<Duration, AmountError> {
    let seconds: f64 = text.parse().map_err(|_| AmountError::NotSeconds)?;
    if seconds > 0.0 && seconds < MOST_SECONDS {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(AmountError::SecondsOutOfRange)
    }
}

/// A time between two checkpoints in seconds, at most ten years. 0 means as often as possible.
///
/// ```
/// use certamen_work::amount::interval;
/// assert_eq!(interval("0.3").unwrap().as_millis(), 300);
/// assert!(interval("0").unwrap().is_zero());
/// assert!(interval("-1").is_err());
/// ```
///
/// # Errors
/// [`AmountError`]
pub fn interval(text: &str) -> Result<Duration, AmountError> {
    let seconds: f64 = text.parse().map_err(|_| AmountError::NotSeconds)?;
    if (0.0..MOST_SECONDS).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(AmountError::IntervalOutOfRange)
    }
}

/// A number of bytes, 1 or more: digits, and K, M, G or T for powers of 1024.
///
/// ```
/// use certamen_work::amount::bytes;
/// assert_eq!(bytes("8G").unwrap(), 8 << 30);
/// assert!(bytes("G").is_err() && bytes("0").is_err());
/// ```
///
/// # Errors
/// [`AmountError::NotBytes`], [`AmountError::NoBytes`]
pub fn bytes(text: &str) -> Result<u64, AmountError> {
    let unit = text.chars().last().and_then(|last| "KMGT".find(last.to_ascii_uppercase()));
    let (digits, shift) = match unit {
        Some(unit) => (&text[..text.len() - 1], 10 * (unit as u32 + 1)),
        None => (text, 0),
    };
    let number: u64 = digits.parse().map_err(|_| AmountError::NotBytes)?;
    if number == 0 {
        return Err(AmountError::NoBytes);
    }
    number.checked_mul(1 << shift).ok_or(AmountError::NotBytes)
}

/// A number, or a range with both of its ends.
///
/// ```
/// use certamen_work::amount::range;
/// assert_eq!((range("12").unwrap(), range("12..30").unwrap()), (12..=12, 12..=30));
/// assert!(range("30..12").is_err());
/// ```
///
/// # Errors
/// [`AmountError::NotRange`], [`AmountError::NotInOrder`]
pub fn range(text: &str) -> Result<RangeInclusive<u32>, AmountError> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse::<u32>().map_err(|_| AmountError::NotRange);
    match (number(least)?, number(most)?) {
        (least, most) if least <= most => Ok(least..=most),
        (least, most) => Err(AmountError::NotInOrder(least, most)),
    }
}

/// A number of bytes in the largest unit that does not exceed it.
///
/// ```
/// use certamen_work::amount::size;
/// assert_eq!(size(3 << 29), "1.5 GiB");
/// assert_eq!(size(1000), "1000 bytes");
/// ```
pub fn size(bytes: u64) -> String {
    let units = [(40, "TiB"), (30, "GiB"), (20, "MiB")];
    match units.into_iter().find(|&(shift, _)| bytes >> shift > 0) {
        Some((shift, unit)) => format!("{:.1} {unit}", bytes as f64 / (1_u64 << shift) as f64),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read() {
        assert_eq!(seconds("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(seconds("soon"), Err(AmountError::NotSeconds));
        for text in ["0", "-1", "inf", "NaN", "3.3e8"] {
            assert_eq!(seconds(text), Err(AmountError::SecondsOutOfRange), "{text}");
        }
        assert_eq!(interval("0.3"), Ok(Duration::from_millis(300)));
        assert_eq!(interval("0"), Ok(Duration::ZERO));
        for text in ["-1", "-1e-300", "inf", "NaN", "3.3e8"] {
            assert_eq!(interval(text), Err(AmountError::IntervalOutOfRange), "{text}");
        }
        let cases =
            [("1", 1), ("17", 17), ("1k", 1 << 10), ("1M", 1 << 20), ("8g", 8 << 30), ("2T", 2 << 40)];
        for (text, number) in cases {
            assert_eq!(bytes(text), Ok(number), "{text}");
        }
        for text in ["0", "0G"] {
            assert_eq!(bytes(text), Err(AmountError::NoBytes), "{text}");
        }
        for text in ["", "K", "-1", "1.5G", "1GB", "18446744073709551615T", "é"] {
            assert_eq!(bytes(text), Err(AmountError::NotBytes), "{text}");
        }
    }
}
