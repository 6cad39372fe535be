// @vitest-environment node
import { expect, test } from "vitest";
import { changeWords } from "./changelog-words.ts";
import type { HistoryEntry } from "../parts/incident-query.ts";

const entry = (type: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: type,
  type,
  description: null,
  created_at: "2026-11-18T00:00:00Z",
  created_by: null,
  evidence: null,
  hypothesis: null,
  responder: null,
  comment: null,
  ...more,
});
const check = {
  id: "e",
  type: "check",
  components: null,
  config_items: null,
  config_changes: null,
  config_analysis: null,
  checks: { name: "web" },
} as const;
const hypothesis = { id: "h", title: "The disk is full" };
const team = { id: "r", type: "team", person: null, team: { name: "Network" } };
const system = { id: "s", type: "service_now", person: null, team: null };

test.each([
  [entry("incident.created"), { text: "created Incident" }],
  [
    entry("incident.status_updated", { description: "open" }),
    { text: "marked as:", status: { of: "incident", value: "open" } },
  ],
  [
    entry("incident.status_updated", { description: "resolved", reason: "Everything is done" }),
    { text: "marked as:", status: { of: "incident", value: "resolved" }, detail: "Everything is done" },
  ],
  [entry("responder.created", { responder: team }), { text: "added responder", name: "Network" }],
  [entry("responder.created", { responder: system }), { text: "added responder", name: "ServiceNow" }],
  [entry("evidence.created", { evidence: check }), { text: "added check", name: "web" }],
  [entry("evidence.done_definition_added", { evidence: check }), { text: "added DoD for check", name: "web" }],
  [
    entry("responder.commented", { responder: team, comment: { id: "c", comment: "on it" } }),
    { text: "on it - Network" },
  ],
  [
    entry("hypothesis.created", { hypothesis, description: "possible" }),
    { text: "added", name: "The disk is full", after: ", status is possible" },
  ],
  [
    entry("hypothesis.status_updated", { hypothesis, description: "proven" }),
    { text: "marked", name: "The disk is full", status: { of: "hypothesis", value: "proven" } },
  ],
  [entry("incident_status.updated"), undefined],
  [
    entry("incident.title_updated", { description: "Old title" }),
    { text: "changed the title of the incident", name: undefined, detail: "Before: Old title" },
  ],
  [entry("evidence.done_definition_passed", { evidence: check }), { text: "DoD is done: check", name: "web" }],
  [
    entry("hypothesis.deleted", { description: "The disk is full" }),
    { text: "deleted the hypothesis", name: "The disk is full" },
  ],
])("IN-28 the changelog describes an entry of the type $0.type", (given, words) =>
  expect(changeWords(given)).toEqual(words),
);
