//! Decodes bytes into text: the encoding that a file names by its property CA, else UTF-8, else Latin-1.
//!
//! The format's default is Latin-1, but most files without CA are UTF-8, and other text is hardly ever valid UTF-8 by
//! chance. Decoding comes first because in some Chinese and Japanese encodings a character may contain the byte of `]`
//! or `\`.

use encoding_rs::{DecoderResult, Encoding, UTF_8, WINDOWS_1252};

/// The number of bytes at the beginning of a file in which its encoding is searched.
const HEAD: usize = 16 << 10;

/// Why bytes are not text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodingError {
    /// The encoding is not known.
    #[error("byte {byte}: CA[{name}] names no known encoding")]
    Unknown {
        /// The name.
        name: String,
        /// The byte of the property, from 1.
        byte: usize,
    },
    /// The file is not in the encoding that it names.
    #[error("byte {byte} is not valid {encoding}, the encoding that the file names")]
    Malformed {
        /// The name of the encoding.
        encoding: &'static str,
        /// The first byte that cannot be read, from 1.
        byte: usize,
    },
}

/// Decodes a file.
///
/// # Errors
/// [`EncodingError`], with the place.
pub fn decode(bytes: &[u8]) -> Result<String, EncodingError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let encoding = match named(&bytes[..bytes.len().min(HEAD)]) {
        Some((label, byte)) => {
            let unknown =
                || EncodingError::Unknown { name: String::from_utf8_lossy(label).into_owned(), byte };
            Encoding::for_label(label).ok_or_else(unknown)?
        }
        None if std::str::from_utf8(bytes).is_ok() => UTF_8,
        None => WINDOWS_1252,
    };
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let room = decoder.max_utf8_buffer_length_without_replacement(bytes.len());
    let mut text = String::with_capacity(room.unwrap_or(0));
    let (result, read) = decoder.decode_to_string_without_replacement(bytes, &mut text, true);
    match result {
        DecoderResult::InputEmpty => Ok(text),
        DecoderResult::Malformed(length, after) => {
            let byte = read.saturating_sub(usize::from(length) + usize::from(after)) + 1;
            Err(EncodingError::Malformed { encoding: encoding.name(), byte })
        }
        // There was room for everything. If there was not, the error names the place where decoding stopped.
        DecoderResult::OutputFull => {
            Err(EncodingError::Malformed { encoding: encoding.name(), byte: read + 1 })
        }
    }
}

/// The value of the first property CA, and its place.
fn named(head: &[u8]) -> Option<(&[u8], usize)> {
    let mut places = head.windows(3).enumerate().filter(|(_, window)| *window == b"CA[");
    // FF[3] allows lower-case letters in between, as in `CharAset`, but nobody writes CA so; a letter before it makes
    // it the end of another name.
    let (place, _) = places.find(|&(place, _)| place == 0 || !head[place - 1].is_ascii_alphabetic())?;
    let value = &head[place + 3..];
    let length = value.iter().take(64).position(|&byte| byte == b']').unwrap_or(value.len().min(64));
    Some((value[..length].trim_ascii(), place + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_encoding_is_found_by_the_property_ca_or_by_the_bytes() {
        assert_eq!(decode("(;C[é])".as_bytes()).as_deref(), Ok("(;C[é])"));
        assert_eq!(decode(b"\xef\xbb\xbf(;)").as_deref(), Ok("(;)"));
        assert_eq!(decode(b"(;C[\xe9])").as_deref(), Ok("(;C[é])"));
        // In Shift_JIS the second byte of this character is the byte of a backslash.
        assert_eq!(decode(b"(;CA[Shift_JIS]C[\x95\x5c])").as_deref(), Ok("(;CA[Shift_JIS]C[表])"));
        let malformed = decode(b"(;CA[UTF-8]C[\xe9])");
        assert_eq!(malformed, Err(EncodingError::Malformed { encoding: "UTF-8", byte: 14 }));
        let unknown = EncodingError::Unknown { name: "klingon".to_owned(), byte: 3 };
        assert_eq!(decode(b"(;CA[klingon])"), Err(unknown));
    }

    proptest! {
        #[test]
        fn decoding_any_bytes_never_panics(bytes: Vec<u8>, label in "[A-Za-z0-9_-]{0,12}") {
            let _ = decode(&bytes);
            let _ = decode(&[format!("(;CA[{label}]C[").as_bytes(), &bytes].concat());
        }
    }
}
