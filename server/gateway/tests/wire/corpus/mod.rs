//! Inputs on which gateways fail, as public reports tell (A, each with its report) and as three of
//! them were measured (B), with what is right: for each wire where a row applies, whole and
//! streamed.
//!
//! | row | report | right |
//! |---|---|---|
//! | A1 | agentgateway/agentgateway#3002: a call without arguments comes as `""`, the next turn is refused | `{}`, in replies and histories |
//! | A2 | Kilo-Org/cloud#4753: one delta with `""`, then nothing | `{}` |
//! | A3 | brave/brave-browser#56601: the same with WebMCP tools | `{}` |
//! | A4 | aws-samples/bedrock-access-gateway#258: `""` in a history kills every later turn | `{}` |
//! | A5 | JohnnyZ93/oai-compatible-copilot#151: tools without arguments are dropped | the call is told |
//! | A6 | Portkey-AI/gateway#1104, #1103: empty arguments in a history are refused | `{}` |
//! | A7 | Portkey-AI/gateway#1275: parallel streamed calls run together | by the index of their block |
//! | A8 | dyedd/lens#49: a second call's deltas carry index 0 | the first object counts |
//! | A9 | maximhq/bifrost#3511, #3512: the tools' form is refused for every request | the exact body is held |
//! | A10 | maximhq/bifrost#7348: the one-call switch is lost | it is sent |
//! | A11 | api7/aisix#170: a call is dropped, `content: ""` | the call is told |
//! | A12 | OpenHands/OpenHands#7512, BerriAI/litellm#16525: a call that lost its result is refused | a result says that it was interrupted |
//! | A13 | lidge-jun/opencodex#620: dropping empty texts skips the pairing | pairs first |
//! | A14 | router-for-me/CLIProxyAPI#497, continuedev/continue#4751: a result without its call is refused | it becomes text |
//! | A15 | diegosouzapw/OmniRoute#427: empty text is refused | it is left out |
//! | A16 | router-for-me/CLIProxyAPI#97: `$schema` is an unknown name | the large dialect, without it |
//! | A17 | zed-industries/zed#44875, bestruirui/octopus#67: `const` within `anyOf` is refused | the large dialect |
//! | A18 | ax-llm/ax#293, adolfousier/opencrabs#99: `additionalProperties` is refused | the large dialect |
//! | A19 | cbdb-project/cbdb-online-main-server#879: `properties: []` | `{}` |
//! | A20 | google-gemini/gemini-cli#16415, #21830, lastmile-ai/mcp-agent#281: responses and calls differ in number | one each |
//! | A21 | Portkey-AI/gateway#1442, theopenco/llmgateway#1267: the thought signature is dropped | it comes back |
//! | A22 | 1jehuang/jcode#518: fixed on one path only | one path |
//! | A23 | microsoft/semantic-kernel#13417: older models with thinking need it too | always |
//! | A24 | BerriAI/litellm#41361, #38809: thinking of a signature alone is dropped as empty | it is kept |
//! | A25 | openclaw/openclaw#48221, can1357/oh-my-pi#8559, langgenius/dify#41092: `thinking blocks cannot be modified` bricks the session | left out, once |
//! | A26 | openai/codex#8174, craft-ai-agents/craft-agents-oss#498, github/copilot-cli#2581, cline/kanban#47: dots, slashes, spaces in names | mapped, and back |
//! | A27 | GoogleChromeLabs/webmcp-tools#417, BerriAI/litellm#34569, livekit/agents#7169: tools are refused in chat | no effort, or Responses |
//! | A28 | sipeed/picoclaw#2939, Comfy-Org/ComfyUI#13923: `temperature` is deprecated | it is never sent |
//! | A29 | ggml-org/llama.cpp#13471, vllm-project/vllm#21089, SAIL-Research-Lab/cheetahclaws#72: `content` of null, none or `""` | `""` beside calls, no empty turns |
//! | A30 | inngest/agent-kit#178, pydantic/pydantic-ai#631, NousResearch/hermes-agent#83886: a malformed call becomes a silent stop | one more try, then an error |
//! | A31 | experientiallabs/experiential#758, mattmezza/humux#77, pydantic/pydantic-ai#3118: a call that was cut is executed | an error |
//! | A32 | api7/aisix#111, katanemo/plano#980, xberg-io/liter-llm#152, spiceai/spiceai#12597: characters split across chunks | whole events are decoded |
//! | A33 | BerriAI/litellm#37140, #13774: a client that leaves does not end the call | it does |
//! | A34 | BerriAI/litellm#38358: no timeout where not a byte comes | a total deadline |
//! | A35 | everruns/everruns#2643, biandratti/huginn-proxy#230: a spoofed address is a new client | the right-most untrusted hop |
//! | A36 | PostHog/posthog#40341, rari-build/rari#117: all users behind a proxy are one client | trusted proxies |
//! | A37 | Priyanshu-byte-coder/devtrack#1435: the limiter's memory grows | a cap and a sweep |
//! | A38 | decolua/9router#1315, Oaklight/llm-rosetta#404, bricks-cloud/BricksLLM#45: preflights and errors without CORS headers | on all |
//! | A39 | mnfst/llm-gateway#2126, BlockRunAI/Franklin#51, agentgateway/agentgateway#2715: large and chunked bodies | 413, counted as they come |
//! | A40 | BerriAI/litellm#41223, #40130: one caller's failures are everybody's | nothing is left behind |
//! | A41 | BerriAI/litellm#24952, #37053, #31467: a base URL from the client | it is the owner's alone |
//! | A42 | lijunzh/koda#389, ortus-boxlang/bx-ai#235: the key in a URL | in a header |
//! | B1, B2 | a history's `arguments: ""` | `{}` |
//! | B3 | a history's arguments that are no JSON | 400, and nothing is sent |
//! | B4 | an assistant's `content: ""` | left out |
//! | B5 | the tool `page.click` | mapped, and back |
//! | B6 | the tool `клик` | a stable name |
//! | B7 | the tools `a.b`, `a_b`, `a-b` | three names |
//! | B8 | a call cut by the token limit | an error |
//! | B9 | arguments that are no JSON | one more try, then an error |
//! | B10 | arguments of `""` | `{}` |
//! | B11 | a refusal of no content | `refused` |
//! | B12 | Anthropic's thinking signature | in `meta` |
//! | B13 | Gemini's thought signature | in `meta` |
//! | B14 | Gemini's call without `args` | `{}` |
//! | B15 | Gemini's malformed call | one more try, then an error |
//! | B16 | Gemini's blocked prompt | `refused` |
//! | B17 | `const` and an `enum` of numbers in a schema | the large dialect |
//! | B18 | a missing result | made up as unknown |
//! | B19 | the result `ok` | verbatim |
//! | B20 | 529 with `retry-after: 7` | 503 with it, in our words |
//! | B21 | 429 with `retry-after: 11` | 503 with it, in our words |
//! | B22 | 401 with the key in its text | 502 in our words |
//! | B23 | 200 with HTML | 502 in our words |
//! | B24 | a provider that hangs | 504 |
//! | B25 | a client that leaves | the call ends |
//! | B26 | a body that is no JSON | 400 |
//! | B27 | a preflight | answered without work |
//! | B28 | 529, 429 and 401 in a row | the next caller is asked for |

mod calls;
mod failures;
mod history;
mod lab;
mod meta;
mod said;
mod strict;
mod tools;

/// Each row is named by the test that holds it.
#[test]
fn every_row_has_its_test() {
    let tests = [
        include_str!("calls.rs"),
        include_str!("failures.rs"),
        include_str!("history.rs"),
        include_str!("meta.rs"),
        include_str!("tools.rs"),
        include_str!("../envelope.rs"),
        include_str!("../limits.rs"),
        include_str!("../../../src/edge/limit_tests.rs"),
    ]
    .concat();
    let named: Vec<&str> = tests
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("/// Rows "))
        .flat_map(|rows| rows.trim_end_matches('.').split(", "))
        .collect();
    let rows = (1..=42).map(|row| format!("A{row}")).chain((1..=28).map(|row| format!("B{row}")));
    let missing: Vec<String> = rows.filter(|row| !named.contains(&row.as_str())).collect();
    assert!(missing.is_empty(), "no test names {missing:?}");
}
