//! The key that seals secrets, for machines that hand secrets to programs in their environment.

use std::fmt;

use super::problem::Problems;
use super::settings::Settings;

const KEY: &str = "secret_key";
const BYTES: usize = 32;

/// 32 bytes that are shown nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretKey([u8; BYTES]);

impl SecretKey {
    /// The bytes, for the one who seals with them.
    pub(crate) fn reveal(&self) -> &[u8; BYTES] {
        &self.0
    }

    /// What was set, if it is a key; what it is instead is not told.
    pub(super) fn read(settings: &Settings, problems: &mut Problems) -> Option<Self> {
        let key = bytes(settings.text(KEY)?.trim());
        if key.is_none() {
            let message = "is not a key: write 32 random bytes as 64 hex digits, as `openssl rand \
                           -hex 32` prints them, and the same at every start";
            problems.add(settings.place(KEY), message);
        }
        key.map(Self)
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey")
    }
}

fn bytes(digits: &str) -> Option<[u8; BYTES]> {
    if digits.len() != 2 * BYTES || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut key = [0; BYTES];
    for (byte, at) in key.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()?;
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_sixty_four_hex_digits_and_nothing_else() {
        let key = bytes(&format!("00fF{}", "a1".repeat(30))).expect("a key");
        assert_eq!((key[0], key[1], key[31]), (0, 0xff, 0xa1));
        for wrong in ["", &"a".repeat(63), &"a".repeat(66), &"g".repeat(64), &"+1".repeat(32)] {
            assert_eq!(bytes(wrong), None, "{wrong}");
        }
        assert!(bytes(&"ä".repeat(32)).is_none());
        assert_eq!(format!("{:?}", SecretKey(key)), "SecretKey");
    }
}
