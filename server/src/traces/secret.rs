//! What a visitor is given for a run: a code to tell, and a token to delete it with.

use crate::hex::hex;
use crate::random::random;

/// Letters and digits that are not taken for each other (Crockford's).
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A run's code and token.
pub(super) struct Secrets {
    /// Such as `7KQ4-M2XD`: 40 bits to be read aloud. It opens nothing.
    pub(super) code: String,
    /// 128 bits.
    pub(super) delete_token: String,
}

impl Secrets {
    pub(super) fn new() -> Result<Self, getrandom::Error> {
        let bytes: [u8; 24] = random()?;
        let mut code: String =
            bytes[16..].iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect();
        code.insert(4, '-');
        Ok(Self { code, delete_token: hex(&bytes[..16]) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_can_be_read_aloud_and_no_two_are_alike() {
        let one = Secrets::new().expect("random bits");
        let other = Secrets::new().expect("random bits");
        assert_eq!((one.code.len(), one.delete_token.len()), (9, 32));
        assert!(one.code.bytes().all(|byte| byte == b'-' || ALPHABET.contains(&byte)));
        assert_ne!(one.code, other.code);
        assert_ne!(one.delete_token, other.delete_token);
    }
}
