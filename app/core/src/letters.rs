//! What a letter is and which are capitals, in the scripts that people write in today.
//!
//! The standard library knows this for all of Unicode, in tables that weigh several kilobytes in
//! the element. Here it has to be right for words of visitors and sites: to compare them, to part
//! them, and to make a label of a key. What the tables leave out (letters of linguists and of the
//! Middle Ages) has no capitals here, and signs that no text puts between words count as letters.

/// Capitals as `first..=last` in steps, and what lies between each and its small letter, modulo 2¹⁶.
const CAPITALS: [[u16; 4]; 44] = [
    [0x0041, 0x005a, 1, 32],     // A to Z
    [0x00c0, 0x00d6, 1, 32],     // À to Ö
    [0x00d8, 0x00de, 1, 32],     // Ø to Þ
    [0x0100, 0x012e, 2, 1],      // Ā to Į
    [0x0130, 0x0130, 1, 0xff39], // İ, whose small letter is i
    [0x0132, 0x0136, 2, 1],      // Ĳ to Ķ
    [0x0139, 0x0147, 2, 1],      // Ĺ to Ň
    [0x014a, 0x0176, 2, 1],      // Ŋ to Ŷ
    [0x0178, 0x0178, 1, 0xff87], // Ÿ
    [0x0179, 0x017d, 2, 1],      // Ź to Ž
    [0x0181, 0x0181, 1, 210],    // Ɓ
    [0x0186, 0x0186, 1, 206],    // Ɔ
    [0x0189, 0x018a, 1, 205],    // Ɖ, Ɗ
    [0x018f, 0x018f, 1, 202],    // Ə
    [0x0190, 0x0190, 1, 203],    // Ɛ
    [0x0191, 0x0191, 1, 1],      // Ƒ
    [0x0194, 0x0194, 1, 207],    // Ɣ
    [0x0198, 0x0198, 1, 1],      // Ƙ
    [0x01a0, 0x01a0, 1, 1],      // Ơ
    [0x01af, 0x01af, 1, 1],      // Ư
    [0x01b2, 0x01b2, 1, 217],    // Ʋ
    [0x01b3, 0x01b3, 1, 1],      // Ƴ
    [0x01cd, 0x01db, 2, 1],      // Ǎ to Ǜ
    [0x01de, 0x01ee, 2, 1],      // Ǟ to Ǯ
    [0x01f8, 0x021e, 2, 1],      // Ǹ to Ȟ
    [0x0222, 0x0232, 2, 1],      // Ȣ to Ȳ
    [0x0386, 0x0386, 1, 38],     // Ά
    [0x0388, 0x038a, 1, 37],     // Έ to Ί
    [0x038c, 0x038c, 1, 64],     // Ό
    [0x038e, 0x038f, 1, 63],     // Ύ, Ώ
    [0x0391, 0x03a1, 1, 32],     // Α to Ρ
    [0x03a3, 0x03ab, 1, 32],     // Σ to Ϋ
    [0x0400, 0x040f, 1, 80],     // Ѐ to Џ
    [0x0410, 0x042f, 1, 32],     // А to Я
    [0x048a, 0x04be, 2, 1],      // Ҋ to Ҿ
    [0x04c0, 0x04c0, 1, 15],     // Ӏ
    [0x04c1, 0x04cd, 2, 1],      // Ӂ to Ӎ
    [0x04d0, 0x052e, 2, 1],      // Ӑ to Ԯ
    [0x0531, 0x0556, 1, 48],     // Ա to Ֆ
    [0x13a0, 0x13ef, 1, 0x97d0], // Cherokee
    [0x1c90, 0x1cba, 1, 0xf440], // Georgian
    [0x1e00, 0x1e94, 2, 1],      // Ḁ to Ẕ
    [0x1ea0, 0x1efe, 2, 1],      // Ạ to Ỿ
    [0xff21, 0xff3a, 1, 32],     // full-width A to Z
];

/// Beyond ASCII, what stands between words and belongs to none.
const BETWEEN: [[u16; 2]; 53] = [
    [0x0080, 0x00a9],
    [0x00ab, 0x00b1],
    [0x00b4, 0x00b4],
    [0x00b6, 0x00b8],
    [0x00bb, 0x00bb],
    [0x00bf, 0x00bf],
    [0x00d7, 0x00d7],
    [0x00f7, 0x00f7],
    [0x037e, 0x037e], // Greek
    [0x0387, 0x0387],
    [0x055a, 0x055f], // Armenian
    [0x0589, 0x058f],
    [0x05be, 0x05be], // Hebrew
    [0x05c0, 0x05c0],
    [0x05c3, 0x05c3],
    [0x05f3, 0x05f4],
    [0x0600, 0x060f], // Arabic
    [0x061b, 0x061f],
    [0x066a, 0x066d],
    [0x06d4, 0x06d4],
    [0x0964, 0x0965], // Indian
    [0x0970, 0x0970],
    [0x0df4, 0x0df4], // Sinhala
    [0x0e3f, 0x0e3f], // Thai
    [0x0e4f, 0x0e4f],
    [0x0e5a, 0x0e5b],
    [0x0f01, 0x0f17], // Tibetan
    [0x0f3a, 0x0f3d],
    [0x104a, 0x104f], // Burmese
    [0x10fb, 0x10fb], // Georgian
    [0x1360, 0x1368], // Ethiopian
    [0x1680, 0x1680],
    [0x17d4, 0x17d6], // Khmer
    [0x17d8, 0x17db],
    [0x1800, 0x180a], // Mongolian
    [0x2000, 0x206f], // dashes, quotation marks, spaces
    [0x20a0, 0x20cf], // currencies
    [0x2190, 0x245f], // arrows, mathematics, technical
    [0x2500, 0x2bff], // boxes, pictures
    [0x2e00, 0x2e7f],
    [0x3000, 0x3004], // Chinese, Japanese, Korean
    [0x3008, 0x3020],
    [0x3030, 0x3030],
    [0x303d, 0x303f],
    [0x30fb, 0x30fb],
    [0xd800, 0xf8ff], // for private use
    [0xfe10, 0xfe1f], // forms of all these for vertical text, small and full width
    [0xfe30, 0xfe6f],
    [0xff00, 0xff0f],
    [0xff1a, 0xff20],
    [0xff3b, 0xff40],
    [0xff5b, 0xff65],
    [0xffe0, 0xffff],
];

/// The small letter of a capital, and everything else as it is.
#[must_use]
pub fn lower(ch: char) -> char {
    counterpart(ch, false)
}

/// The capital of a small letter, and everything else as it is.
#[must_use]
pub fn upper(ch: char) -> char {
    counterpart(ch, true)
}

fn counterpart(ch: char, of_small: bool) -> char {
    let Ok(code) = u16::try_from(u32::from(ch)) else { return ch };
    for [first, last, step, to_small] in CAPITALS {
        let capital = if of_small { code.wrapping_sub(to_small) } else { code };
        if (first..=last).contains(&capital) && (capital - first).is_multiple_of(step) {
            let found = if of_small { capital } else { code.wrapping_add(to_small) };
            return char::from_u32(found.into()).unwrap_or(ch);
        }
    }
    ch
}

/// Whether a character is a capital.
#[must_use]
pub fn is_capital(ch: char) -> bool {
    lower(ch) != ch
}

/// Whether a character is a small letter that has a capital.
#[must_use]
pub fn is_small(ch: char) -> bool {
    upper(ch) != ch
}

/// Whether a character is part of a word: a letter, a digit, or a sign on one.
#[must_use]
pub fn is_of_word(ch: char) -> bool {
    if ch.is_ascii() {
        return ch.is_ascii_alphanumeric();
    }
    match u16::try_from(u32::from(ch)) {
        Ok(code) => !BETWEEN.iter().any(|[first, last]| (first..=last).contains(&&code)),
        // Pictures, tags, private planes.
        Err(_) => !matches!(ch, '\u{1f000}'..='\u{1faff}' | '\u{e0000}'..),
    }
}

/// A text in small letters.
#[must_use]
pub fn lowered(text: &str) -> String {
    text.chars().map(lower).collect()
}
