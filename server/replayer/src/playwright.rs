//! A test as a Playwright file, for those who have Playwright already.

use serde_json::{Value, json};
use site_agent_core::trace::Step;
use site_agent_core::wire::Wire as _;

use crate::play::was_allowed;
use crate::test_file::TestFile;

/// The file's text. `agent` is the address of the program, from which the page takes the agent's
/// module. Everything that a run wrote stands in it as a JSON value and nowhere else.
#[must_use]
pub fn playwright(test: &TestFile, agent: &str) -> String {
    let calls = test.trace.steps.iter().filter_map(|moment| match &moment.step {
        Step::ToolCall { call, .. } => Some(call),
        _ => None,
    });
    let allowed: Vec<Value> = calls
        .clone()
        .filter(|call| was_allowed(&test.trace, &call.id))
        .filter_map(|call| {
            let arguments = call.arguments.as_ref()?.to_text();
            let arguments: Value = serde_json::from_str(&arguments).ok()?;
            Some(json!({ "name": call.name, "arguments": arguments }))
        })
        .collect();
    let trace: Value = serde_json::from_str(&test.trace.to_text()).unwrap_or_default();
    let first = calls.clone().next().map_or("", |call| call.name.as_str());
    let path = test.trace.page.as_ref().map_or("/", |page| page.path.as_str());
    TEMPLATE
        .replace("__NAME__", &literal(&json!(test.name)))
        .replace("__PATH__", &literal(&json!(path)))
        .replace("__AGENT__", &literal(&json!(format!("{agent}/site-agent/index.js"))))
        .replace("__FIRST__", &literal(&json!(first)))
        .replace("__ALLOWED__", &literal(&json!(allowed)))
        .replace("__TRACE__", &literal(&trace))
}

/// A value in TypeScript, which JSON is, without one of our own marks in it.
fn literal(value: &Value) -> String {
    format!("{value:#}").replace("__", "\\u005f\\u005f")
}

const TEMPLATE: &str = r"import { expect, test } from '@playwright/test';

// Made by Site Agent from a run: its calls, run again on the page without a model. `baseURL` of
// playwright.config.ts says which site. The agent's module comes from the program's address, whatever
// the page's policy allows.
test.use({ bypassCSP: true });

const AGENT = __AGENT__;

/** What was allowed in the recording, each once; everything else that asks is denied. */
const ALLOWED = __ALLOWED__;

const TRACE = __TRACE__;

test(__NAME__, async ({ page }) => {
  await page.goto(__PATH__);
  const report = await page.evaluate(
    async ({ agent, allowed, trace, first }) => {
      const { createSiteAgent, replay, rules } = await import(agent);
      const tools = createSiteAgent({ model: rules() });
      for (const began = Date.now(); Date.now() - began < 5_000; ) {
        if ((await tools.tools()).tools.some(({ name }: any) => name === first)) break;
        await new Promise((next) => setTimeout(next, 50));
      }
      const same = (one: any, other: any) =>
        one.name === other.name && JSON.stringify(one.arguments) === JSON.stringify(other.arguments);
      const confirm = ({ call }: any) => {
        const at = allowed.findIndex((yes: any) => same(yes, call));
        return at >= 0 && allowed.splice(at, 1).length === 1;
      };
      return replay(trace, { confirm });
    },
    { agent: AGENT, allowed: ALLOWED as any[], trace: TRACE as any, first: __FIRST__ },
  );
  expect(report.steps.filter(({ matches }: any) => matches === false)).toEqual([]);
});
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_run_wrote_stands_in_it_as_values_only() {
        let hostile = r#"'); process.exit(1); // */ `${x}` __TRACE__ \" "#;
        let trace = json!({
            "version": 1, "startedAt": 1, "endedAt": 2,
            "page": { "origin": "https://shop.example", "path": hostile },
            "steps": [
                { "type": "tool-call", "at": 1,
                  "call": { "id": "call_1", "name": hostile, "arguments": { "q": hostile } } },
                { "type": "decision", "at": 1, "callId": "call_1", "allowed": true, "by": "visitor" },
                { "type": "tool-result", "at": 2, "callId": "call_1", "text": hostile, "outcome": "ok" },
            ],
        });
        let test = TestFile::parse(&trace.to_string(), hostile).unwrap();
        let made = playwright(&test, "https://agent.example");
        let bare = made.replace(&literal(&json!(hostile)), "");
        assert!(!bare.contains("process.exit"), "{bare}");
        assert!(!bare.contains("__"), "{bare}");
        assert!(made.contains("const ALLOWED = [\n  {"), "{made}");
    }
}
