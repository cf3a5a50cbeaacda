//! The second step of signing in, as mathematics: time-based codes (RFC 6238, as every
//! authenticator app makes them) and recovery codes.

use qrcodegen::{QrCode, QrCodeEcc};
use site_agent_app::admin::account::Qr;
use totp_rs::{Builder, Secret, Totp, TotpError};

use super::token::{self, TokenHash};
use crate::random::random;

/// The name that an app shows beside the account's.
const ISSUER: &str = "Site Agent";
/// Recovery codes of an account.
const RECOVERY_CODES: usize = 10;
/// The quiet edge around a QR code, in squares.
const EDGE: usize = 4;

/// A new secret of 160 bits, in base 32.
pub(super) fn secret() -> Result<String, getrandom::Error> {
    Ok(Secret::from(random::<20>()?).to_base32())
}

/// The address that hands a secret to an app.
pub(super) fn uri(secret: &str, name: &str) -> Option<String> {
    totp(secret, name)?.to_url().ok()
}

/// The time step of a code: of the step of `now` (seconds since 1970), or the one before or after,
/// since clocks differ. `None` for any other code.
pub(super) fn step(secret: &str, code: &str, now: u64) -> Option<i64> {
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let is_code = code.len() == 6 && code.bytes().all(|b| b.is_ascii_digit());
    let step = is_code.then(|| totp(secret, "-")?.check(&code, now)).flatten()?;
    i64::try_from(step).ok()
}

fn totp(secret: &str, name: &str) -> Option<Totp> {
    let build = || -> Result<Totp, TotpError> {
        Builder::new()
            .with_secret(Secret::try_from_base32(secret).unwrap_or_else(|_| Secret::from([0; 0])))
            .with_account_name(name)
            .with_issuer(Some(ISSUER))
            .with_skew(1)
            .build()
    };
    build().ok()
}

/// New recovery codes: for their owner, and what is kept of them.
pub(super) fn recovery_codes() -> Result<(Vec<String>, Vec<TokenHash>), getrandom::Error> {
    // Without letters and digits that look alike.
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz123456789";
    let mut codes = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        // 80 bits: too many to try, also for somebody who has the hashes.
        let letters = random::<16>()?.map(|byte| char::from(LETTERS[usize::from(byte % 32)]));
        let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
        codes.push(groups.join("-"));
    }
    let hashes = codes.iter().filter_map(|code| recovery_hash(code)).collect();
    Ok((codes, hashes))
}

/// What is kept of a recovery code, however it is written down; `None` for what cannot be one.
pub(super) fn recovery_hash(code: &str) -> Option<TokenHash> {
    let plain: String =
        code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    (plain.len() == 16).then(|| token::hash(&plain))
}

/// A text as a QR code; `None` for one that is too long.
pub(super) fn qr(text: &str) -> Option<Qr> {
    use std::fmt::Write as _;

    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let start = x;
            while x < size && code.get_module(x, y) {
                x += 1;
            }
            if x > start {
                let (left, top, width) = (
                    usize::try_from(start).ok()? + EDGE,
                    usize::try_from(y).ok()? + EDGE,
                    x - start,
                );
                let _ = write!(path, "M{left} {top}h{width}v1h-{width}z");
            } else {
                x += 1;
            }
        }
    }
    Some(Qr { size: usize::try_from(size).ok()? + 2 * EDGE, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of RFC 6238's test vectors.
    const SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    #[test]
    fn codes_are_those_of_the_standard() {
        // The last six digits of its eight.
        for (now, code) in [(59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")] {
            assert_eq!(step(SECRET, code, now), i64::try_from(now / 30).ok());
        }
    }

    #[test]
    fn a_code_is_good_for_its_step_and_one_on_each_side() {
        let (code, of) = ("287082", 1);
        for (now, is_good) in [(0, true), (29, true), (59, true), (89, true), (90, false)] {
            assert_eq!(step(SECRET, code, now), is_good.then_some(of), "{now}");
        }
        assert_eq!(step(SECRET, "287 082", 59), Some(1));
        for bad in ["", "28708", "2870820", "28708a", "２８７０８２", "000000"] {
            assert_eq!(step(SECRET, bad, 59), None, "{bad}");
        }
    }

    #[test]
    fn an_app_is_handed_the_secret_with_both_names() {
        let secret = secret().expect("random");
        assert_eq!(secret.len(), 32);
        let uri = uri(&secret, "ada@shop.example").expect("an address");
        assert!(uri.starts_with("otpauth://totp/Site%20Agent:ada%40shop.example?"), "{uri}");
        assert!(uri.contains(&format!("secret={secret}")) && uri.contains("issuer=Site%20Agent"));
        let qr = qr(&uri).expect("a picture");
        assert!(qr.size > 30 && qr.path.starts_with("M4 4h7v1h-7z"), "{}", qr.path);
    }

    #[test]
    fn recovery_codes_differ_and_may_be_written_in_any_way() {
        let (codes, hashes) = recovery_codes().expect("random");
        assert_eq!((codes.len(), hashes.len()), (10, 10));
        let unique: std::collections::HashSet<_> = hashes.iter().collect();
        assert_eq!(unique.len(), 10);
        assert_eq!(codes[0].len(), 19);
        for written in [codes[0].to_uppercase(), codes[0].replace('-', " ")] {
            assert_eq!(recovery_hash(&written), Some(hashes[0]));
        }
        assert_eq!(recovery_hash("123456"), None);
    }
}
