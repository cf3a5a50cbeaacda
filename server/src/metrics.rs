//! `GET /metrics`: what the steps came to, in Prometheus' text, on an address of its own.
//!
//! It is off unless `metrics.listen` is set, since what a site's visitors cost is nobody else's
//! affair. Names that OpenTelemetry has are its own (`site_agent_gateway::genai`) with underscores
//! for dots; the rest begin with `site_agent_`. Labels come from the configuration and from our own
//! codes, never from a visitor, so that nobody can make them many.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::StatusCode;
use http::header::CONTENT_TYPE;
use prometheus_client::encoding::prometheus_text::{CONTENT_TYPE as TEXT, encode};
use prometheus_client::encoding::{EncodeLabelKey, LabelKeyEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use site_agent_gateway::{Code, Gateway, Observer, Outcome, StepSeen, genai};

/// Seconds that the conventions for `gen_ai.client.operation.duration` advise.
const OPERATION: [f64; 14] =
    [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
/// Tokens that the conventions for `gen_ai.client.token.usage` advise, up to what a step can hold.
const TOKENS: [f64; 11] =
    [1.0, 4.0, 16.0, 64.0, 256.0, 1_024.0, 4_096.0, 16_384.0, 65_536.0, 262_144.0, 1_048_576.0];
/// Seconds of our own work, which is well below a millisecond.
const OVERHEAD: [f64; 10] =
    [0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.1, 1.0];

/// A label's name as OpenTelemetry writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Name(&'static str);

impl EncodeLabelKey for Name {
    fn encode(&self, encoder: &mut LabelKeyEncoder) -> fmt::Result {
        encoder.write_str(&self.0.replace('.', "_"))
    }
}

type Labels = Vec<(Name, Cow<'static, str>)>;
type Histograms = Family<Labels, Histogram, fn() -> Histogram>;

/// What is counted since the start.
#[derive(Debug)]
pub struct Metrics {
    registry: Mutex<Registry>,
    steps: Family<Labels, Counter>,
    refused: Family<Labels, Counter>,
    duration: Histograms,
    upstream: Histograms,
    overhead: Histograms,
    tokens: Histograms,
    in_flight: Gauge,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::default();
        let steps = Family::default();
        let name = "site_agent_steps";
        registry.register(name, "Steps, by how they ended", steps.clone());
        let refused = Family::default();
        let name = "site_agent_refused";
        registry.register(name, "Requests that became no step, by why", refused.clone());
        let in_flight = Gauge::default();
        registry.register("site_agent_in_flight", "Steps at work", in_flight.clone());

        let seconds = |buckets| (Histograms::new_with_constructor(buckets), Unit::Seconds);
        let (duration, unit) = seconds(|| Histogram::new(OPERATION));
        let name = genai::OPERATION_DURATION.replace('.', "_");
        let help = "Whole time of a step, to the last byte of its reply";
        registry.register_with_unit(name, help, unit, duration.clone());
        let (upstream, unit) = seconds(|| Histogram::new(OPERATION));
        let help = "Time of a step spent waiting for providers";
        registry.register_with_unit("site_agent_upstream_wait", help, unit, upstream.clone());
        let (overhead, unit) = seconds(|| Histogram::new(OVERHEAD));
        let help = "Our own time before the first byte of a reply";
        registry.register_with_unit("site_agent_overhead", help, unit, overhead.clone());
        let tokens = Histograms::new_with_constructor(|| Histogram::new(TOKENS));
        let name = genai::TOKEN_USAGE.replace('.', "_");
        registry.register(name, "Tokens of a step, as its provider counts them", tokens.clone());

        let registry = Mutex::new(registry);
        Self { registry, steps, refused, duration, upstream, overhead, tokens, in_flight }
    }
}

impl Observer for Metrics {
    fn step(&self, step: &StepSeen) {
        let asked = || {
            vec![
                (Name(genai::OPERATION_NAME), genai::CHAT.into()),
                (Name(genai::PROVIDER_NAME), step.provider.into()),
                (Name(genai::REQUEST_MODEL), step.asked.clone().into()),
            ]
        };
        let mut ended = asked();
        ended.push((Name("outcome"), step.outcome.as_str().into()));
        ended.push((Name("fallback"), if step.fallback { "true" } else { "false" }.into()));
        self.steps.get_or_create(&ended).inc();

        let mut lasted = asked();
        if let Outcome::Failed(code) = step.outcome {
            lasted.push((Name(genai::ERROR_TYPE), code.as_str().into()));
        }
        self.duration.get_or_create(&lasted).observe(step.total.as_secs_f64());
        self.overhead.get_or_create(&Vec::new()).observe(step.overhead.as_secs_f64());
        if step.tries > 0 {
            self.upstream.get_or_create(&asked()).observe(step.upstream.as_secs_f64());
        }
        let Some(usage) = step.usage else { return };
        for (kind, count) in [("input", usage.input), ("output", usage.output)] {
            let mut used = asked();
            used.push((Name(genai::TOKEN_TYPE), kind.into()));
            #[expect(clippy::cast_precision_loss, reason = "a step has less than 2^52 tokens")]
            self.tokens.get_or_create(&used).observe(count as f64);
        }
    }

    fn refused(&self, code: Code) {
        let why = vec![(Name(genai::ERROR_TYPE), code.as_str().into())];
        self.refused.get_or_create(&why).inc();
    }
}

/// The one route, for the address that is its own.
pub fn router(metrics: &Arc<Metrics>, gateway: &Arc<Gateway>) -> Router {
    let shown = (Arc::clone(metrics), Arc::clone(gateway));
    Router::new().route("/metrics", get(show)).with_state(shown)
}

async fn show(State((metrics, gateway)): State<(Arc<Metrics>, Arc<Gateway>)>) -> Response {
    metrics.in_flight.set(i64::try_from(gateway.in_flight()).unwrap_or(i64::MAX));
    let registry = metrics.registry.lock().unwrap_or_else(PoisonError::into_inner);
    let mut text = String::new();
    match encode(&mut text, &registry) {
        Ok(()) => ([(CONTENT_TYPE, TEXT)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
