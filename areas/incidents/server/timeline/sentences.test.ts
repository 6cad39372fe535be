import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { entryOf, historyTypes, type TimelineRow } from "./sentences.ts";

const row = (lane: TimelineRow["lane"], about: TimelineRow["about"]): TimelineRow => ({
  id: "1",
  at: "2026-11-18T02:00:00+00:00",
  lane,
  about,
  author: null,
});

test("every type of entry that the triggers write has a sentence", () => {
  const folder = join(import.meta.dirname, "../../schema/functions");
  const text = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
  const written = [...text.matchAll(/'((?:incident|responder|evidence|hypothesis|comment)\.[a-z_]+)'/g)].map(
    ([, type]) => type!,
  );
  expect(written.length).toBeGreaterThan(15);
  // Comments have their own lane.
  const missing = [...new Set(written)].filter(
    (type) => type !== "responder.commented" && !historyTypes.includes(type),
  );
  expect(missing).toEqual([]);
});

test.each([
  [
    "history",
    { type: "incident.status_updated", description: "resolved", reason: "all checks are healthy" },
    "marked the incident as resolved: all checks are healthy",
    "good",
  ],
  [
    "history",
    { type: "evidence.created", evidence: "config_change", resource: "Scaling" },
    "added config change Scaling",
    undefined,
  ],
  ["history", { type: "evidence.created", evidence: "topology", resource: "quay" }, "added component quay", undefined],
  ["history", { type: "evidence.created", evidence: "log", resource: "quay" }, "added log lines of quay", undefined],
  ["history", { type: "evidence.created", evidence: "log", resource: null }, "added log lines", undefined],
  [
    "history",
    { type: "responder.created", responder: null, responder_type: "service_now" },
    "added the responder ServiceNow",
    undefined,
  ],
  [
    "history",
    { type: "responder.created", responder: "Grace", responder_type: "person" },
    "added the responder Grace",
    undefined,
  ],
  ["history", { type: "incident.exploded" }, "incident exploded", undefined],
  ["comment", { text: "On it.", external: "Grace" }, "Grace: On it.", undefined],
  [
    "message",
    { event: "incident.created", recipient: "ops", status: "error", error: "refused" },
    "incident.created to ops: error, refused",
    "bad",
  ],
  ["playbook", { name: "Restart", status: "timed_out", resource_id: "r" }, "Playbook Restart: timed out", "bad"],
  ["change", { name: "web", change: "Scaling", summary: "3 to 0", severity: "high" }, "web: Scaling, 3 to 0", "bad"],
  ["transition", { kind: "check", name: "shop", health: "healthy", message: null }, "shop is healthy", "good"],
] as const)("a row of the lane %s becomes a sentence with a tone: %o", (lane, about, text, tone) => {
  const entry = entryOf(row(lane, about));
  expect(entry.text).toBe(text);
  expect(entry.tone).toBe(tone);
});

test("entries link to the page of their resource", () => {
  const link = (lane: TimelineRow["lane"], about: TimelineRow["about"]) => entryOf(row(lane, about)).link;
  expect(link("transition", { kind: "check", name: "a", health: "healthy", resource_id: "c" })).toBe(
    "/health?layout=table&checkId=c",
  );
  expect(link("transition", { kind: "component", name: "a", health: null, resource_id: "p" })).toBe("/topology/p");
  expect(link("change", { name: "a", change: "b", resource_id: "i" })).toBe("/catalog/i");
  expect(link("playbook", { name: "a", status: "running", resource_id: "r" })).toBe("/playbooks/runs/r");
  expect(link("history", { type: "incident.created", description: "INC-1" })).toBeUndefined();
});
