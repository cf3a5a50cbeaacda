//! The site's own functions answer its own pages only.
