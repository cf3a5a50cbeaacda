//! `/admin/settings/people`: who has an account, and who may make one.

use leptos::prelude::*;

use super::tabs::{Tab, Tabs};
use crate::admin::account::{Invitation, Person, Refusal, Role, Shown, SignedIn};
use crate::admin::{AdminFrame, AdminTable, Badge, Head, Section, Tone, When};
use crate::ports::Ports;
use crate::site::{Site, href};

const INVITATIONS_HEADS: [Head; 4] =
    [Head::Text("As"), Head::Text("Made"), Head::Text("Ends"), Head::Unseen("Take it back")];
const PEOPLE_HEADS: [Head; 6] = [
    Head::Text("Name"),
    Head::Text("Role"),
    Head::Text("Two-step"),
    Head::Text("Since"),
    Head::Text("Last used"),
    Head::Unseen("Change"),
];

/// The page.
#[component]
pub(super) fn PeoplePage() -> impl IntoView {
    let (Some(ports), Some(who)) = (use_context::<Ports>(), SignedIn::here()) else {
        return ().into_any();
    };
    Suspend::new(async move {
        let (people, invitations) = (ports.people.people().await, ports.people.invitations().await);
        let link = match ports.own_account.shown(&who) {
            Some(Shown::Invitation(path)) => Some(path),
            _ => None,
        };
        let lists = match (people, invitations) {
            (Ok(people), Ok(invitations)) => {
                view! { <Lists people invitations me=who.account/> }.into_any()
            }
            (Err(error), _) | (_, Err(error)) => {
                view! { <p role="alert">{Refusal::from(error).to_string()}</p> }.into_any()
            }
        };
        view! {
            <AdminFrame title="People" current=Section::Settings>
                <Tabs current=Tab::People/>
                <div class="card-boxes">
                    <section class="card-box">
                        <h2>"Invite somebody"</h2>
                        <p class="small">
                            "You get a link to send to them. It works once, for 72 hours. Owners may change \
                             everything; viewers may look at everything, also at what visitors wrote."
                        </p>
                        {link.map(|path| view! { <NewLink path/> })}
                        <form class="pair" method="post" action=href("/api/fn/admin/own/invite")>
                            <button class="button" name="role" value="viewer">
                                "Invite a viewer"
                            </button>
                            <button class="button" name="role" value="owner">
                                "Invite an owner"
                            </button>
                        </form>
                    </section>
                    {lists}
                </div>
            </AdminFrame>
        }
    })
    .into_any()
}

/// The link of a new invitation.
#[component]
fn NewLink(path: String) -> impl IntoView {
    let site = Site::here();
    view! {
        <div class="shown">
            <label for="invitation">"The link. It is shown for ten minutes and never again."</label>
            <input id="invitation" class="mono" readonly value=format!("{}{path}", site.public_url)/>
        </div>
    }
}

#[component]
fn Lists(people: Vec<Person>, invitations: Vec<Invitation>, me: i64) -> impl IntoView {
    let people = people.into_iter().map(|person| row(person, me)).collect_view();
    let waiting = (!invitations.is_empty()).then(|| {
        let rows = invitations.into_iter().map(invitation).collect_view();
        view! {
            <section class="card-box">
                <h2>"Invitations that wait"</h2>
                <AdminTable label="Invitations" heads=&INVITATIONS_HEADS>
                    {rows}
                </AdminTable>
            </section>
        }
    });
    view! {
        {waiting}
        <section class="card-box">
            <h2>"Who has an account"</h2>
            <AdminTable label="Accounts" heads=&PEOPLE_HEADS>
                {people}
            </AdminTable>
            <p class="small">
                "Somebody forgot the password? Whoever runs the program can print a link on its machine: "
                <code>"site-agent reset-password NAME"</code>
            </p>
        </section>
    }
}

fn row(person: Person, me: i64) -> impl IntoView {
    let Person { id, name, role, created_at, seen_at, has_codes } = person;
    let (word, other, change) = match role {
        Role::Owner => ("Owner", Role::Viewer, "Make a viewer"),
        Role::Viewer => ("Viewer", Role::Owner, "Make an owner"),
    };
    let codes = if has_codes {
        view! { <Badge word="On" tone=Tone::Good/> }
    } else {
        view! { <Badge word="Off" tone=Tone::Plain/> }
    };
    let is_me = id == me;
    view! {
        <tr>
            <th scope="row">
                <bdi>{name.clone()}</bdi>
                {is_me.then_some(" (you)")}
            </th>
            <td>{word}</td>
            <td>{codes}</td>
            <td>
                <When ms=created_at/>
            </td>
            <td>
                {match seen_at {
                    Some(ms) => view! { <When ms/> }.into_any(),
                    None => view! { <span class="small">"Not signed in"</span> }.into_any(),
                }}
            </td>
            <td>
                <div class="acts">
                    <form method="post" action=href("/api/fn/admin/own/set_role")>
                        <input type="hidden" name="account" value=id/>
                        <button
                            class="button small"
                            name="role"
                            value=other.as_str()
                            aria-label=format!("{change}: {name}")
                        >
                            {change}
                        </button>
                    </form>
                    <details class="sure">
                        <summary class="button small danger" aria-label=format!("Remove {name}…")>
                            "Remove…"
                        </summary>
                        <form method="post" action=href("/api/fn/admin/own/remove_account")>
                            <input type="hidden" name="account" value=id/>
                            <button class="button small danger" aria-label=format!("Remove {name} for good")>
                                "Remove for good"
                            </button>
                        </form>
                    </details>
                </div>
            </td>
        </tr>
    }
}

fn invitation(invitation: Invitation) -> impl IntoView {
    let Invitation { id, role, created_at, expires_at } = invitation;
    view! {
        <tr>
            <th scope="row">
                {match role {
                    Role::Owner => "Owner",
                    Role::Viewer => "Viewer",
                }}
            </th>
            <td>
                <When ms=created_at/>
            </td>
            <td>
                <When ms=expires_at/>
            </td>
            <td>
                <form class="acts" method="post" action=href("/api/fn/admin/own/end_invitation")>
                    <input type="hidden" name="invitation" value=id/>
                    <button class="button small">"Take it back"</button>
                </form>
            </td>
        </tr>
    }
}
