//! Numbers, spans and sizes as people read them.

use site_agent_core::text::grouped;

use super::trace::Counted;

/// `1,234`
pub fn number(count: u64) -> String {
    grouped(usize::try_from(count).unwrap_or(usize::MAX))
}

/// `1 run`, `1,234 runs`
pub fn several(count: u64, one: &str) -> String {
    format!("{} {one}{}", number(count), if count == 1 { "" } else { "s" })
}

/// `12 runs`, `10,000+ runs`
pub fn counted(found: Counted, one: &str) -> String {
    if found.and_more {
        return format!("{}+ {one}s", number(found.count.into()));
    }
    several(found.count.into(), one)
}

/// `840 ms`, `1.2 s`, `2 min 5 s`, `3 h 20 min`
pub fn span(ms: u64) -> String {
    match ms {
        0..1_000 => format!("{ms} ms"),
        1_000..60_000 => format!("{}.{} s", ms / 1_000, ms % 1_000 / 100),
        60_000..3_600_000 => format!("{} min {} s", ms / 60_000, ms % 60_000 / 1_000),
        _ => format!("{} h {} min", number(ms / 3_600_000), ms % 3_600_000 / 60_000),
    }
}

/// `120 bytes`, `12 KB`, `1.4 MB`, `3.2 GB`
pub fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{} KB", bytes / 1_000),
        1_000_000..1_000_000_000 => {
            format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000)
        }
        _ => {
            let (gb, rest) = (bytes / 1_000_000_000, bytes % 1_000_000_000);
            format!("{}.{} GB", number(gb as u64), rest / 100_000_000)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_spans_and_sizes_read_well() {
        assert_eq!(several(1, "run"), "1 run");
        assert_eq!(several(1_234, "run"), "1,234 runs");
        assert_eq!(counted(Counted { count: 10_000, and_more: true }, "run"), "10,000+ runs");
        assert_eq!(counted(Counted { count: 0, and_more: false }, "run"), "0 runs");
        let spans = [0, 999, 1_000, 59_999, 125_000, 12_000_000].map(span);
        assert_eq!(spans, ["0 ms", "999 ms", "1.0 s", "59.9 s", "2 min 5 s", "3 h 20 min"]);
        let sizes = [7, 12_345, 1_456_789, 3_260_000_000].map(size);
        assert_eq!(sizes, ["7 bytes", "12 KB", "1.4 MB", "3.2 GB"]);
    }
}
