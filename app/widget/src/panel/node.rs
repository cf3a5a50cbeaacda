//! What the panel is made of: elements that are made once, and the places in them that follow the
//! panel's [`State`].
//!
//! There are no signals. A [`Node`] keeps the functions that say what its living places show; after
//! each change of the state [`Node::refresh`] asks them all again and touches the document only
//! where the answer is another. So nothing subscribes and nothing is left behind when a node goes,
//! and a place costs one boxed function. Each is asked with the state borrowed and written with it
//! at rest: whatever the document does then may change the state again.
//!
//! Everything is made by DOM calls and nothing by `innerHTML`, which a page under Trusted Types
//! forbids.

use std::cell::RefCell;

use site_agent_core::text::{pieces, replaced, split_at};

use super::Panel;
use super::dom::{self, Dom, Happening};
use super::state::State;

const HTML: &str = "http://www.w3.org/1999/xhtml";
const SVG: &str = "http://www.w3.org/2000/svg";

/// A node, with the living places in it and below it. One pointer wide, since it is handed from one
/// call to the next all the time.
pub(crate) struct Node(Box<Made>);

struct Made {
    dom: Dom,
    live: Vec<Live>,
}

/// A place that follows the state.
enum Live {
    Words(Words),
    List(Places),
}

/// Says what words stand in a place.
type Say = Box<dyn Fn(&State) -> String>;
/// Fills a row of nodes.
type Fill = Box<dyn FnMut(&State, &mut List)>;

/// Words in an element: its text, its value, or one of its attributes.
struct Words {
    dom: Dom,
    place: &'static str,
    say: Say,
    /// What stands there.
    shown: String,
}

/// Stands for an attribute's name in [`Node::live`]: the element's text.
pub(crate) const TEXT: &str = "";
/// Stands for an attribute's name in [`Node::live`]: what is typed in the element.
pub(crate) const TYPED: &str = "value";

/// A row of nodes before `end`, filled anew at each refresh.
struct Places {
    end: Dom,
    fill: Fill,
    list: List,
}

/// A row of nodes while it is filled: what was there under the same key stays.
#[derive(Default)]
pub(crate) struct List {
    items: Vec<Item>,
    /// So many of them are of this filling.
    filled: usize,
    gone: Vec<Node>,
}

struct Item {
    key: u32,
    node: Node,
    /// Whether it stands in the document.
    placed: bool,
}

/// An element, as in `button.small type=button`: its name and classes, then attributes. What has
/// spaces in it is said by [`Node::attr`].
pub(crate) fn el(form: &str) -> Node {
    make(HTML, form)
}

fn make(space: &str, form: &str) -> Node {
    let mut parts = pieces(form, " ");
    let (name, classes) = halves(parts.next().unwrap_or_default(), ".");
    let dom = dom::create(space, name);
    if !classes.is_empty() {
        dom.set_attribute("class", &replaced(classes, ".", " "));
    }
    for part in parts {
        let (name, value) = halves(part, "=");
        dom.set_attribute(name, value);
    }
    Node::of(dom)
}

/// What stands before the mark, and after it.
fn halves<'a>(text: &'a str, mark: &str) -> (&'a str, &'a str) {
    split_at(text, mark).unwrap_or((text, ""))
}

/// Words.
pub(crate) fn text(words: &str) -> Node {
    Node::of(dom::create_text(words))
}

/// Words for ears only.
pub(crate) fn unseen(words: &str) -> Node {
    el("span.unseen").text(words)
}

/// An element around words of the page or the model: a value, never translated, and its direction
/// kept to itself.
pub(crate) fn value(name: &str, words: &str) -> Node {
    el(name).attr("translate", "no").attr("dir", "auto").text(words)
}

/// A small button with words on it.
pub(crate) fn button(panel: Panel, words: &str, press: fn(Panel)) -> Node {
    el("button.small type=button").text(words).press(panel, press)
}

/// A drawing of one stroke, on a field of 20 by 20.
pub(crate) fn icon(path: &str) -> Node {
    frame(make(SVG, "path").attr("d", path))
}

/// A drawing that follows the state.
pub(crate) fn live_icon(path: impl Fn(&State) -> String + 'static) -> Node {
    frame(make(SVG, "path").live("d", path))
}

fn frame(path: Node) -> Node {
    make(SVG, "svg.icon viewBox=0,0,20,20 aria-hidden=true focusable=false").child(path)
}

impl Node {
    fn of(dom: Dom) -> Self {
        Self(Box::new(Made { dom, live: Vec::new() }))
    }

    pub(crate) fn attr(self, name: &str, value: &str) -> Self {
        self.0.dom.set_attribute(name, value);
        self
    }

    pub(crate) fn child(mut self, mut child: Self) -> Self {
        self.0.dom.append(&child.0.dom);
        self.0.live.append(&mut child.0.live);
        self
    }

    pub(crate) fn text(self, words: &str) -> Self {
        self.child(text(words))
    }

    /// Hears an event.
    pub(crate) fn on(self, event: &str, hear: impl FnMut(Happening) + 'static) -> Self {
        dom::listen(&self.0.dom, event, Box::new(hear));
        self
    }

    /// Hears a click that a person made, on what had been there to be seen.
    pub(crate) fn seen_press(self, press: impl FnMut() + 'static) -> Self {
        dom::on_seen_press(&self.0.dom, Box::new(press));
        self
    }

    /// Hears a click, whoever made it.
    pub(crate) fn press(self, panel: Panel, press: fn(Panel)) -> Self {
        self.on("click", move |_| press(panel))
    }

    /// An attribute ([`TEXT`] and [`TYPED`] too) that follows the state.
    pub(crate) fn live(
        self,
        place: &'static str,
        say: impl Fn(&State) -> String + 'static,
    ) -> Self {
        self.follow(place, Box::new(say))
    }

    fn follow(mut self, place: &'static str, say: Say) -> Self {
        let dom = self.0.dom.clone();
        self.0.live.push(Live::Words(Words { dom, place, say, shown: String::new() }));
        self
    }

    /// A place in the element for a row of nodes that follows the state.
    pub(crate) fn list(self, fill: impl FnMut(&State, &mut List) + 'static) -> Self {
        self.fill(Box::new(fill))
    }

    fn fill(mut self, fill: Fill) -> Self {
        let end = dom::create_text("");
        self.0.dom.append(&end);
        self.0.live.push(Live::List(Places { end, fill, list: List::default() }));
        self
    }

    /// Brings everything that follows the state up to it.
    pub(crate) fn refresh(&mut self, state: &RefCell<State>) {
        for live in &mut self.0.live {
            match live {
                Live::Words(words) => words.refresh(state),
                Live::List(places) => places.refresh(state),
            }
        }
    }

    /// Puts it where only it will be.
    pub(crate) fn place(&self, container: &Dom) {
        container.append(&self.0.dom);
    }

    /// Takes it out of the document.
    pub(crate) fn remove(&self) {
        self.0.dom.remove();
    }
}

impl Words {
    fn refresh(&mut self, state: &RefCell<State>) {
        let words = (self.say)(&state.borrow());
        if words == self.shown {
            return;
        }
        match self.place {
            TEXT => self.dom.set_text(&words),
            // Setting what was just typed would move the caret.
            TYPED => {
                if self.dom.value() != words {
                    self.dom.set_value(&words);
                }
            }
            name => self.dom.set_attribute(name, &words),
        }
        self.shown = words;
    }
}

impl Places {
    fn refresh(&mut self, state: &RefCell<State>) {
        let Self { end, fill, list } = self;
        list.filled = 0;
        fill(&state.borrow(), list);
        list.gone.extend(list.items.drain(list.filled..).map(|item| item.node));
        for gone in list.gone.drain(..) {
            gone.remove();
        }
        let mut next = &*end;
        for Item { node, placed, .. } in list.items.iter_mut().rev() {
            node.refresh(state);
            if !*placed {
                *placed = true;
                next.before(&node.0.dom);
            }
            next = &node.0.dom;
        }
    }
}

impl List {
    /// The next node of the row: the one that was there under that key, or else a new one. Keys
    /// keep their order.
    pub(crate) fn item(&mut self, key: u32, make: impl FnOnce() -> Node) {
        if !self.keep(key) {
            self.add(key, make());
        }
    }

    /// What is there stays as it is.
    pub(crate) fn keep_all(&mut self) {
        self.filled = self.items.len();
    }

    fn keep(&mut self, key: u32) -> bool {
        let at = self.items[self.filled..].iter().position(|item| item.key == key);
        if let Some(at) = at {
            let gone = self.items.drain(self.filled..self.filled + at);
            self.gone.extend(gone.map(|item| item.node));
            self.filled += 1;
        }
        at.is_some()
    }

    fn add(&mut self, key: u32, node: Node) {
        self.items.insert(self.filled, Item { key, node, placed: false });
        self.filled += 1;
    }
}

#[cfg(test)]
mod tests {
    use wasm_bindgen::{JsCast, JsValue};

    use super::{List, Node};

    /// Fills a row with those keys; gives the keys whose nodes are new, and how many went.
    fn filled(list: &mut List, keys: &[u32]) -> (Vec<u32>, usize) {
        let mut made = Vec::new();
        list.filled = 0;
        for key in keys {
            list.item(*key, || {
                made.push(*key);
                Node::of(JsValue::UNDEFINED.unchecked_into())
            });
        }
        let gone = list.gone.drain(..).count() + list.items.drain(list.filled..).count();
        let shown: Vec<u32> = list.items.iter().map(|item| item.key).collect();
        assert_eq!(shown, keys);
        (made, gone)
    }

    #[test]
    fn a_node_stays_while_its_key_does() {
        let mut list = List::default();
        assert_eq!(filled(&mut list, &[1, 2, 3]), (vec![1, 2, 3], 0));
        assert_eq!(filled(&mut list, &[1, 2, 3, 4]), (vec![4], 0));
        assert_eq!(filled(&mut list, &[1, 4]), (vec![], 2));
        assert_eq!(filled(&mut list, &[1, 5, 4]), (vec![5], 0));
        assert_eq!(filled(&mut list, &[6]), (vec![6], 3));
        assert_eq!(filled(&mut list, &[]), (vec![], 1));
    }

    #[test]
    fn what_is_kept_as_it_is_is_not_gone() {
        let mut list = List::default();
        filled(&mut list, &[1, 2]);
        list.filled = 0;
        list.keep_all();
        assert_eq!(list.filled, 2);
    }
}
