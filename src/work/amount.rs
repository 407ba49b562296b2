//! Amounts as users write them. The functions are value parsers for clap.

use std::time::Duration;

/// Why a text is not an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmountError {
    /// The text is not a number.
    #[error("expected a number of seconds")]
    NotSeconds,
    /// The number is not positive, or above the limit.
    #[error("expected a positive number of seconds, ten years at the most")]
    SecondsOutOfRange,
    /// The text is not a number of bytes, or the number does not fit 64 bits.
    #[error("expected a number of bytes, as in 8G")]
    NotBytes,
}

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
    if seconds > 0.0 && seconds < 3.2e8 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(AmountError::SecondsOutOfRange)
    }
}

/// A number of bytes: digits, and K, M, G or T for powers of 1024.
///
/// ```
/// use certamen_work::amount::bytes;
/// assert_eq!(bytes("8G").unwrap(), 8 << 30);
/// assert!(bytes("G").is_err());
/// ```
///
/// # Errors
/// [`AmountError::NotBytes`]
pub fn bytes(text: &str) -> Result<u64, AmountError> {
    let unit = text.chars().last().and_then(|last| "KMGT".find(last.to_ascii_uppercase()));
    let (digits, shift) = match unit {
        Some(unit) => (&text[..text.len() - 1], 10 * (unit as u32 + 1)),
        None => (text, 0),
    };
    let number: u64 = digits.parse().map_err(|_| AmountError::NotBytes)?;
    number.checked_mul(1 << shift).ok_or(AmountError::NotBytes)
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
        let cases =
            [("0", 0), ("17", 17), ("1k", 1 << 10), ("1M", 1 << 20), ("8g", 8 << 30), ("2T", 2 << 40)];
        for (text, number) in cases {
            assert_eq!(bytes(text), Ok(number), "{text}");
        }
        for text in ["", "K", "-1", "1.5G", "1GB", "18446744073709551615T", "é"] {
            assert_eq!(bytes(text), Err(AmountError::NotBytes), "{text}");
        }
    }
}
