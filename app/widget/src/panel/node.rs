//! The one kind of view that the panel is made of: an element that Leptos' signals keep true.
//!
//! `view!` is not used here, for two reasons. It writes a subtree that never changes through
//! `innerHTML`, which a page under Trusted Types forbids; and it compiles each shape of element by
//! itself, which cost more bytes than everything else in the panel. A [`Node`] is made of DOM calls
//! only, and compiled once. It lives under the reactive owner it was made under.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use leptos::prelude::*;
use leptos::tachys::view::{Mountable, Render};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event};

const SVG: &str = "http://www.w3.org/2000/svg";

/// A node with everything that keeps it and its children up to date.
pub(crate) struct Node {
    dom: web_sys::Node,
    effects: Vec<RenderEffect<()>>,
}

/// An element of that name.
pub(crate) fn el(name: &str) -> Node {
    Node::of(document().create_element(name).ok().map(JsCast::unchecked_into))
}

/// Words.
pub(crate) fn text(words: &str) -> Node {
    Node::of(Some(document().create_text_node(words).unchecked_into()))
}

/// Words for ears only.
pub(crate) fn unseen(words: &str) -> Node {
    el("span").class("unseen").text(words)
}

/// An element around words of the page or the model: a value, never translated, and its direction
/// kept to itself.
pub(crate) fn value(name: &str, words: &str) -> Node {
    el(name).attr("translate", "no").attr("dir", "auto").text(words)
}

/// A small button with words on it.
pub(crate) fn button(words: &str, press: impl Fn() + 'static) -> Node {
    el("button").attr("type", "button").class("small").text(words).on("click", move |_| press())
}

/// A drawing of one stroke, on a field of 20 by 20.
pub(crate) fn icon(path: &str) -> Node {
    let svg = |name| {
        Node::of(document().create_element_ns(Some(SVG), name).ok().map(JsCast::unchecked_into))
    };
    let frame = svg("svg").class("icon").attr("viewBox", "0 0 20 20");
    frame.attr("aria-hidden", "true").attr("focusable", "false").child(svg("path").attr("d", path))
}

impl Node {
    /// A name that no element can have gives an empty text: names are ours, and none is wrong.
    fn of(dom: Option<web_sys::Node>) -> Self {
        let dom = dom.unwrap_or_else(|| document().create_text_node("").unchecked_into());
        Self { dom, effects: Vec::new() }
    }

    fn element(&self) -> &Element {
        self.dom.unchecked_ref()
    }

    pub(crate) fn attr(self, name: &str, value: &str) -> Self {
        // Fails for impossible names only.
        let _ = self.element().set_attribute(name, value);
        self
    }

    pub(crate) fn class(self, class: &str) -> Self {
        self.attr("class", class)
    }

    pub(crate) fn child(mut self, child: Self) -> Self {
        let _ = self.dom.append_child(&child.dom);
        self.effects.extend(child.effects);
        self
    }

    pub(crate) fn children(self, children: impl IntoIterator<Item = Self>) -> Self {
        children.into_iter().fold(self, Self::child)
    }

    pub(crate) fn text(self, words: &str) -> Self {
        self.child(text(words))
    }

    /// Hears an event.
    pub(crate) fn on(self, event: &str, hear: impl FnMut(Event) + 'static) -> Self {
        self.hear(event, Box::new(hear))
    }

    fn hear(self, event: &str, hear: Box<dyn FnMut(Event)>) -> Self {
        // Freed with the node, by the browser.
        let hear = Closure::wrap(hear).into_js_value();
        let _ = self.dom.add_event_listener_with_callback(event, hear.unchecked_ref());
        self
    }

    /// Does something to the element now and whenever a signal that it read changes.
    pub(crate) fn keep(self, mut set: impl FnMut(&Element) + 'static) -> Self {
        let element = self.element().clone();
        self.effect(Box::new(move || set(&element)))
    }

    fn effect(mut self, mut run: Box<dyn FnMut()>) -> Self {
        self.effects.push(RenderEffect::new(move |_| run()));
        self
    }

    pub(crate) fn live_attr(
        self,
        name: &'static str,
        value: impl Fn() -> String + 'static,
    ) -> Self {
        self.set_attr(name, Box::new(value))
    }

    fn set_attr(self, name: &'static str, value: Box<dyn Fn() -> String>) -> Self {
        self.keep(move |element| drop(element.set_attribute(name, &value())))
    }

    pub(crate) fn live_text(self, words: impl Fn() -> String + 'static) -> Self {
        self.set_text(Box::new(words))
    }

    fn set_text(self, words: Box<dyn Fn() -> String>) -> Self {
        self.keep(move |element| element.set_text_content(Some(&words())))
    }

    /// A place in the element whose content is made anew with each change.
    pub(crate) fn live(self, make: impl Fn() -> Option<Self> + 'static) -> Self {
        let end = text("").dom;
        let _ = self.dom.append_child(&end);
        let mut shown: Option<Self> = None;
        self.effect(Box::new(move || {
            if let Some(mut gone) = shown.take() {
                gone.unmount();
            }
            shown = make().inspect(|node| put(node, &end));
        }))
    }

    /// A place in the element for one node or none, which stays while its key does.
    pub(crate) fn one(self, item: impl Fn() -> Option<Item> + 'static) -> Self {
        self.list(move || item().into_iter().collect())
    }

    /// A place in the element for a list whose nodes stay while their keys do, and are new where a
    /// key is.
    pub(crate) fn list(self, items: impl Fn() -> Vec<Item> + 'static) -> Self {
        self.keyed(Box::new(items))
    }

    fn keyed(self, items: Box<dyn Fn() -> Vec<Item>>) -> Self {
        let end = text("").dom;
        let _ = self.dom.append_child(&end);
        let mut shown: VecDeque<Shown> = VecDeque::new();
        let parent = Owner::current().unwrap_or_default();
        self.effect(Box::new(move || {
            let items = items();
            let mut old = std::mem::take(&mut shown);
            for item in items {
                let at = old.iter().position(|shown| shown.key == item.key);
                let kept = at.and_then(|at| old.remove(at));
                shown.push_back(kept.unwrap_or_else(|| Shown::new(item, &parent)));
            }
            for mut gone in old {
                gone.node.unmount();
            }
            let mut next = end.clone();
            for Shown { node, .. } in shown.iter().rev() {
                if node.dom.next_sibling().as_ref() != Some(&next) {
                    put(node, &next);
                }
                next = node.dom.clone();
            }
        }))
    }
}

/// Puts a node before another.
fn put(node: &Node, before: &web_sys::Node) {
    if let Some(parent) = before.parent_node() {
        let _ = parent.insert_before(&node.dom, Some(before));
    }
}

/// One item of a list. `make` runs when the item's key is new.
pub(crate) struct Item {
    key: u64,
    make: Box<dyn FnOnce() -> Node>,
}

impl Item {
    pub(crate) fn new(key: u64, make: impl FnOnce() -> Node + 'static) -> Self {
        Self { key, make: Box::new(make) }
    }
}

/// A key made of what an item shows.
pub(crate) fn key(shown: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    shown.hash(&mut hasher);
    hasher.finish()
}

/// An item that is shown, with an owner of its own: the signals in it go when it goes.
struct Shown {
    key: u64,
    node: Node,
    _owner: Owner,
}

impl Shown {
    fn new(item: Item, parent: &Owner) -> Self {
        let owner = parent.with(Owner::new);
        // What an item reads as it is made is not what the list is made of.
        let node = owner.with(|| untrack(item.make));
        Self { key: item.key, node, _owner: owner }
    }
}

impl Render for Node {
    type State = Self;

    fn build(self) -> Self {
        self
    }

    fn rebuild(self, state: &mut Self) {
        put(&self, &state.dom);
        state.unmount();
        *state = self;
    }
}

impl Mountable for Node {
    fn unmount(&mut self) {
        if let Some(parent) = self.dom.parent_node() {
            let _ = parent.remove_child(&self.dom);
        }
    }

    fn mount(&mut self, parent: &Element, marker: Option<&web_sys::Node>) {
        let _ = parent.insert_before(&self.dom, marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        let parent = self.dom.parent_element();
        parent.is_some_and(|parent| child.try_mount(&parent, Some(&self.dom)))
    }

    fn elements(&self) -> Vec<Element> {
        self.dom.dyn_ref().cloned().into_iter().collect()
    }
}
