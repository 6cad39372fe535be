// Returns a check summary, healthy by default.
import type { CheckSummary } from "#areas/health/model.ts";

export const NOW = Date.parse("2026-11-15T12:00:00Z");

/** Returns the time that is the given number of seconds before NOW. */
export const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();

export const aCheck = (name: string, fields: Partial<CheckSummary> = {}): CheckSummary => ({
  id: name,
  canary_id: "canary",
  agent_id: "00000000-0000-0000-0000-000000000000",
  uptime: { passed: 60, failed: 0, last_pass: ago(30), last_fail: null },
  latency: { p99: 30, p97: 20, p95: 10, p50: 5, avg: 6, rolling1h: 6 },
  last_transition_time: ago(3600),
  type: "http",
  icon: null,
  name,
  status: "healthy",
  description: null,
  namespace: "default",
  namespaces: ["default"],
  canary_namespace: "default",
  canary_name: "shop",
  labels: {},
  severity: null,
  owner: null,
  category: null,
  last_runtime: ago(30),
  next_runtime: ago(-30),
  created_at: ago(90_000),
  updated_at: ago(90_000),
  deleted_at: null,
  silenced_at: null,
  endpoint: null,
  interval: null,
  schedule: "@every 60s",
  interval_seconds: 60,
  could_not_check_since: null,
  could_not_check_reason: null,
  paused: null,
  ...fields,
});
