//! Drawings for the cupboard.

pub(super) const TOWELS: &str = concat!(
    r#"<path class="l" d="M22 26h116"/>"#,
    r#"<path class="a l" d="M82 22h36v64q-9 5-18 0t-18 0z"/>"#,
    r#"<path class="b l" d="M40 22h40v76q-10 5-20 0t-20 0z"/>"#,
    r#"<path class="l" d="M40 80h40M40 86h40M82 34h36M82 40h36M52 36v30M106 50v22"/>"#,
);

pub(super) const NAPKINS: &str = concat!(
    r#"<path class="b l" d="M32 84h96v8a4 4 0 0 1-4 4H36a4 4 0 0 1-4-4z"/>"#,
    r#"<path class="a l" d="M32 72h96v12H32z"/>"#,
    r#"<path class="b l" d="M32 60h96v12H32z"/>"#,
    r#"<path class="a l" d="M36 60L80 26l44 34z"/>"#,
    r#"<path class="l" d="M80 26l-16 34M80 26l16 34M120 66h.1M120 78h.1M120 90h.1"/>"#,
);

pub(super) const TABLECLOTH: &str = concat!(
    r#"<path class="l" d="M40 78v28M120 78v28"/>"#,
    r#"<path class="b l" d="M22 46h116v36q-7 8-14 0t-15 0-14 0-15 0-14 0-15 0-15 0-14 0z"/>"#,
    r#"<path class="a l" d="M22 46l16-14h84l16 14z"/>"#,
    r#"<path class="l" d="M36 56v18M66 54v14M95 56v18M124 54v16"/>"#,
    r#"<path class="b l" d="M74 32c-4-8-2-14 6-16 8 2 10 8 6 16z"/>"#,
);

pub(super) const APRON: &str = concat!(
    r#"<path class="l" d="M62 24c0-16 36-16 36 0M52 56c-12-2-18 6-26 2M108 56c12-2 18 6 26 2"/>"#,
    r#"<path class="b l" d="M62 24h36c0 14 4 24 12 30v44a6 6 0 0 1-6 6H56a6 6 0 0 1-6-6V54c8-6 12-16 12-30z"/>"#,
    r#"<path class="a l" d="M62 66h36v16a6 6 0 0 1-6 6H68a6 6 0 0 1-6-6z"/>"#,
    r#"<path class="l" d="M80 66v22M68 34h24M88 60v10"/>"#,
);

pub(super) const MITTS: &str = concat!(
    r#"<path class="a l" d="M88 94V46c0-22 34-22 34 0v14c4-8 16-8 15 2-1 8-9 16-15 20v12z"/>"#,
    r#"<path class="b l" d="M72 94V46c0-22-34-22-34 0v14c-4-8-16-8-15 2 1 8 9 16 15 20v12z"/>"#,
    r#"<path class="a l" d="M36 90h38v10H36z"/>"#,
    r#"<path class="b l" d="M86 90h38v10H86z"/>"#,
    r#"<path class="l" d="M48 44l16 14M48 60l16 14M64 44L48 58M64 60L48 74M105 100v8"/>"#,
);
