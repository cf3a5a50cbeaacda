//! Names on the wire, made from Rust's names at compile time.

/// Length of [`camel`]'s result.
pub const fn camel_length(name: &str) -> usize {
    let name = name.as_bytes();
    let (mut length, mut at) = (0, 0);
    while at < name.len() {
        length += (name[at] != b'_') as usize;
        at += 1;
    }
    length
}

/// `read_only` becomes `readOnly`.
pub const fn camel<const LENGTH: usize>(name: &str) -> [u8; LENGTH] {
    let name = name.as_bytes();
    let mut out = [0; LENGTH];
    let (mut length, mut at) = (0, 0);
    while at < name.len() {
        if name[at] != b'_' {
            let upper = at > 0 && name[at - 1] == b'_';
            out[length] = if upper { name[at].to_ascii_uppercase() } else { name[at] };
            length += 1;
        }
        at += 1;
    }
    out
}

/// Length of [`kebab`]'s result.
pub const fn kebab_length(name: &str) -> usize {
    let name = name.as_bytes();
    let (mut length, mut at) = (0, 0);
    while at < name.len() {
        length += 1 + (at > 0 && name[at].is_ascii_uppercase()) as usize;
        at += 1;
    }
    length
}

/// `NotReadOnly` becomes `not-read-only`.
pub const fn kebab<const LENGTH: usize>(name: &str) -> [u8; LENGTH] {
    let name = name.as_bytes();
    let mut out = [0; LENGTH];
    let (mut length, mut at) = (0, 0);
    while at < name.len() {
        if at > 0 && name[at].is_ascii_uppercase() {
            out[length] = b'-';
            length += 1;
        }
        out[length] = name[at].to_ascii_lowercase();
        length += 1;
        at += 1;
    }
    out
}

/// The bytes of a made name as text.
///
/// # Panics
/// At compile time, when the name is not UTF-8, which a Rust name cannot be.
pub const fn text(name: &[u8]) -> &str {
    match std::str::from_utf8(name) {
        Ok(text) => text,
        Err(_) => panic!("names on the wire are ASCII"),
    }
}
