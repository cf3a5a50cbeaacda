//! Drawings for the kitchen.

pub(super) const BOARD: &str = concat!(
    r#"<path class="b l" d="M38 38h70a9 9 0 0 1 9 9v7h13a6.5 6.5 0 0 1 0 13h-13v7a9 9 0 0 1-9 9H38a9 9 0 0 1-9-9V47a9 9 0 0 1 9-9z"/>"#,
    r#"<circle class="a l" cx="128" cy="60.5" r="2.2"/>"#,
    r#"<path class="l" d="M38 50c16 7 28-3 42 1s18 3 26-1M38 61c10 3 17-1 27 0s14 5 22 3M38 72c18 5 30-2 44 0s16 2 24-1"/>"#,
);

pub(super) const KNIFE: &str = concat!(
    r#"<path class="a l" d="M20 62c2-9 10-13 20-13h62v17q-5-4-10 0t-10 0-10 0-10 0-10 0-10 0-10 0q-6 2-12-4z"/>"#,
    r#"<path class="b l" d="M102 47h6v21h-6zM108 49h24c7 0 11 4 11 9s-4 8-9 8h-26z"/>"#,
    r#"<path class="l" d="M117 57.5h.1M127 57.5h.1"/>"#,
);

pub(super) const POT: &str = concat!(
    r#"<path class="b l" d="M44 56h72v28a12 12 0 0 1-12 12H56a12 12 0 0 1-12-12z"/>"#,
    r#"<path class="a l" d="M40 56c0-11 18-16 40-16s40 5 40 16z"/>"#,
    r#"<path class="b l" d="M74 40v-5a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v5"/>"#,
    r#"<path class="l" d="M44 64h-8a5 5 0 0 0-5 5v1a5 5 0 0 0 5 5h8M116 64h8a5 5 0 0 1 5 5v1a5 5 0 0 1-5 5h-8M54 66v16"/>"#,
);

pub(super) const PAN: &str = concat!(
    r#"<path class="b l" d="M86 51l50-15a5 5 0 0 1 3 9L90 64z"/>"#,
    r#"<circle class="b l" cx="62" cy="66" r="36"/>"#,
    r#"<circle class="a l" cx="62" cy="66" r="28"/>"#,
    r#"<path class="l" d="M44 62a19 19 0 0 1 12-12M132 42h.1"/>"#,
);

pub(super) const KETTLE: &str = concat!(
    r#"<path class="l" d="M57 50c0-28 46-28 46 0"/>"#,
    r#"<path class="a l" d="M54 70L34 54l-6 3 20 26"/>"#,
    r#"<path class="b l" d="M58 50h44c8 8 12 22 12 36a10 10 0 0 1-10 10H56a10 10 0 0 1-10-10c0-14 4-28 12-36z"/>"#,
    r#"<path class="a l" d="M62 50c2-7 34-7 36 0z"/>"#,
    r#"<path class="l" d="M80 44v-4M66 31c8-4 20-4 28 0M102 72c2 4 3 9 3 13"/>"#,
);

pub(super) const MORTAR: &str = concat!(
    r#"<path class="a l" d="M76 56l32-38a6 6 0 0 1 10 8L94 58z"/>"#,
    r#"<path class="b l" d="M42 54h76c0 20-10 32-22 36h-32c-12-4-22-16-22-36z"/>"#,
    r#"<path class="b l" d="M64 90h32l6 10H58z"/>"#,
    r#"<path class="l" d="M38 54h84M54 66c2 6 5 10 9 13M84 72h.1M94 66h.1M90 78h.1"/>"#,
);

pub(super) const PIN: &str = concat!(
    r#"<path class="b l" d="M28 80l94-52a9 9 0 0 1 12 4 9 9 0 0 1-3 12L37 96a9 9 0 0 1-12-4 9 9 0 0 1 3-12z"/>"#,
    r#"<path class="a l" d="M122 28a9 9 0 0 1 12 4 9 9 0 0 1-3 12c-7-2-11-10-9-16z"/>"#,
    r#"<path class="l" d="M46 78l22-12M78 68l26-14M52 84l10-5"/>"#,
);

pub(super) const MILL: &str = concat!(
    r#"<circle class="a l" cx="80" cy="20" r="5"/>"#,
    r#"<path class="b l" d="M68 44c-6-4-6-14 2-18h20c8 4 8 14 2 18z"/>"#,
    r#"<path class="a l" d="M68 44h24v6H68z"/>"#,
    r#"<path class="b l" d="M70 50h20c-3 14 8 22 8 42a8 8 0 0 1-8 8H70a8 8 0 0 1-8-8c0-20 11-28 8-42z"/>"#,
    r#"<path class="l" d="M64 84h32M72 64c-1 4-2 7-3 10M112 98h.1M120 94h.1M118 101h.1"/>"#,
);
