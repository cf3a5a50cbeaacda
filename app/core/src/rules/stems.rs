//! Light English: a stem cuts plurals and the commonest verb endings, so that "reviews" meets
//! `read_review` and "booking" meets `book_table`. Both sides are cut the same way, so a stem
//! need not be a word.

/// Grammar and politeness.
pub(super) fn is_stop(lower: &str) -> bool {
    const STOP: &str = " a an the this that these those it its them they one ones i me my mine we us our you your he she \
        is are was were be been am do does did done have has had can could would will shall should may might must \
        to of in on at for from by with about into onto as and or but if so then than also too just only \
        what which who whom whose where when why how there here not no yes ok okay please thanks thank \
        some any anything something all every each other another more most less least much many up out \
        hello hi hey like want need wish got let lets now again go going got gonna id im ill ive & \
        under below over above between within than max maximum min minimum cheaper tell know ask cheers hmm really very bit currently today everything anyone help instead category section ";
    STOP.split_ascii_whitespace().any(|word| word == lower)
}

/// The word without its endings.
pub(super) fn stem(lower: &str) -> String {
    let mut stem = singular(lower);
    let vowel = |text: &str| text.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    for ending in ["ing", "ed"] {
        if let Some(head) = stem.strip_suffix(ending)
            && head.len() > 2
            && vowel(head)
        {
            stem.truncate(head.len());
            let bytes = stem.as_bytes();
            let [.., before, last] = bytes else { break };
            if before == last && b"bdgmnprt".contains(last) && bytes.len() > 3 {
                stem.pop();
            }
            break;
        }
    }
    if stem.len() > 3 && stem.ends_with('e') {
        stem.pop();
    }
    stem
}

/// One of what the word names many of.
pub(super) fn singular(word: &str) -> String {
    const IRREGULAR: [(&str, &str); 6] = [
        ("knives", "knife"),
        ("shelves", "shelf"),
        ("loaves", "loaf"),
        ("people", "person"),
        ("women", "woman"),
        ("men", "man"),
    ];
    const ALWAYS_MANY: &str =
        " scissors tongs jeans trousers pants news sunglasses headphones always this address ";
    let lower = word.to_ascii_lowercase();
    if let Some((_, one)) = IRREGULAR.iter().find(|(many, _)| *many == lower) {
        return (*one).to_owned();
    }
    if lower.len() <= 3 || ALWAYS_MANY.split(' ').any(|many| many == lower) {
        return word.to_owned();
    }
    let cut = |bytes: usize| word[..word.len() - bytes].to_owned();
    if lower.len() > 4 && lower.ends_with("ies") {
        return cut(3) + "y";
    }
    if ["sses", "shes", "ches", "xes", "zes"].iter().any(|ending| lower.ends_with(ending)) {
        return cut(2);
    }
    let keeps = ["ss", "us", "is"].iter().any(|ending| lower.ends_with(ending));
    if lower.ends_with('s') && lower.is_ascii() && !keeps { cut(1) } else { word.to_owned() }
}
