//! Numbers with three decimals, as game servers write komi and margins.

/// A number with at most three decimals, such as `-0.500`, in thousandths.
pub(super) fn thousandths(text: &str) -> Option<i64> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() && part.is_empty() || whole.len() > 6 || !is_number(whole) || !is_number(part) {
        return None;
    }
    let (kept, beyond) = part.split_at_checked(3).unwrap_or((part, ""));
    if beyond.bytes().any(|byte| byte != b'0') {
        return None;
    }
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let part: i64 = if kept.is_empty() { 0 } else { format!("{kept:0<3}").parse().ok()? };
    let number = whole * 1000 + part;
    Some(if negative { -number } else { number })
}

/// A number of thousandths with its sign and three decimals.
pub(super) fn in_thousandths(number: i64) -> String {
    let sign = if number < 0 { '-' } else { '+' };
    format!("{sign}{}.{:03}", number.unsigned_abs() / 1000, number.unsigned_abs() % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_game_servers_are_read() {
        for (text, number) in [("-0.500", -500), ("+8", 8000), ("64.00", 64_000), (".5", 500), ("0", 0)] {
            assert_eq!(thousandths(text), Some(number), "{text}");
        }
        for text in ["", "-", ".", "1e3", "1.2345", "1.2.3", "12345678", "--1"] {
            assert_eq!(thousandths(text), None, "{text}");
        }
        assert_eq!(in_thousandths(-500), "-0.500");
    }
}
