// @vitest-environment node
import { expect, test } from "vitest";
import type { Change } from "./evidence.ts";
import type { GraphNode } from "./graph.ts";
import type { Ranked } from "./rank.ts";
import { causeSentence, summarySentence } from "./sentences.ts";

const transition = Date.parse("2026-11-17T09:00:00Z");
const node = (id: string): GraphNode => ({
  kind: "config",
  id,
  name: id,
  type: "Kubernetes::Pod",
  health: "unhealthy",
  status: null,
  since: null,
});
const cause = (id: string, change?: Change): Ranked => ({
  key: `config ${id}`,
  node: node(id),
  score: 1,
  isLeaf: true,
  change,
  weight: 0,
  alike: [],
});
const diff = {
  change_type: "diff",
  first_observed: "2026-11-17T08:56:00Z",
  created_at: "2026-11-17T08:56:00Z",
} as Change;

const healthy = (ranked: Ranked): Ranked => ({ ...ranked, node: { ...ranked.node, health: "healthy" } });

test.each<[string, readonly Ranked[]]>([
  ["web is unhealthy, most probably because of db. 1 other cause is possible.", [cause("db"), cause("disk")]],
  ["web is unhealthy, most probably because of its change diff, 4m before the transition.", [cause("web", diff)]],
  // The start itself does not explain its fault.
  ["web is unhealthy. No cause was found outside of it.", [cause("web")]],
  [
    "web is unhealthy. No single cause stands out. Candidates above and below it: 2 unhealthy items.",
    [cause("web"), cause("db"), cause("disk")],
  ],
  [
    "web is unhealthy. No single cause stands out. Candidates above and below it: 1 failing check, 1 unhealthy item, 2 changed items.",
    [
      cause("web"),
      cause("db"),
      healthy(cause("config", diff)),
      { ...cause("ping"), node: { ...node("ping"), kind: "check" } },
      healthy(cause("queue", diff)),
    ],
  ],
  [
    "web is unhealthy. No single cause stands out. Candidates above and below it: 1 item with insights.",
    [cause("web"), healthy(cause("db"))],
  ],
  ["web is unhealthy. No cause was found in its checks, children and relationships.", []],
])("%s", (sentence, causes) =>
  expect(summarySentence(node("web"), { causes, isCauseHidden: false, transition })).toBe(sentence),
);

test.each([
  ["Degraded", "web has the status Degraded."],
  ["CrashLoopBackOff", "web has the status Crash Loop Back Off."],
  ["warning", "web has a warning."],
  [null, "web has a warning."],
])("a warning with the status %s reads: %s", (status, sentence) => {
  const start = { ...node("web"), health: "warning" as const, status };
  const summary = summarySentence(start, { causes: [], isCauseHidden: false, transition });
  expect(summary.startsWith(sentence)).toBe(true);
});

test.each([
  [65 * 1000, "1m 5s"],
  [19 * 60 * 60 * 1000 + 9 * 60 * 1000 + 5000, "19h 9m"],
  [(2 * 24 + 10) * 60 * 60 * 1000 + 9 * 60 * 1000, "2d 10h"],
  [(190 * 24 + 10) * 60 * 60 * 1000 + 9 * 60 * 1000, "190d"],
])("a cause that is %i ms older than the fault is printed with the precision that its age needs: %s", (early, span) => {
  const since = new Date(transition - early).toISOString();
  const facts = { start: node("web"), transition, insights: undefined, error: undefined };
  expect(causeSentence({ ...cause("db"), node: { ...node("db"), since } }, facts)).toContain(
    `db became unhealthy ${span} before web did`,
  );
});
