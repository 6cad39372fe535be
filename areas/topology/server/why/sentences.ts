// The sentences that explain why a step, a cause or a change is listed.
import { capitalise, countOf, splitCamelCase, truncate } from "#lib/text/words.ts";
import { printDuration } from "#lib/time/duration.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#lib/time/zoned-time.ts";
import type { WhyChange } from "../../why.contract.ts";
import type { Change, Insights } from "./evidence.ts";
import { isUnhealthy, type GraphEdge, type GraphNode } from "./graph.ts";
import { timeOfChange, type Ranked } from "./rank.ts";

const stateOf = ({ kind, health, status }: Pick<GraphNode, "kind" | "health" | "status">) =>
  kind === "check" && health === "unhealthy"
    ? "fails"
    : health === "warning"
      ? warningOf(status)
      : health === "unknown"
        ? "has no known health"
        : `is ${health}`;

/** Pages of items show the status in place of the health, so the sentence has the same word. */
const warningOf = (status: string | null) =>
  status === null || status === "" || status.toLowerCase() === "warning"
    ? "has a warning"
    : `has the status ${capitalise(splitCamelCase(status))}`;

const turnOf = ({ kind, health }: Pick<GraphNode, "kind" | "health">) =>
  kind === "check" ? "began to fail" : health === "warning" ? "got a warning" : "became unhealthy";

/** Explains why a node follows the previous node on the path to a cause. */
export function stepSentence(from: GraphNode, to: GraphNode, { via, relation }: GraphEdge): string {
  const state = stateOf(to);
  switch (via) {
    case "child":
      return `${to.name} is part of ${from.name} and ${state}.`;
    case "related":
      return `A selector of ${from.name} adds ${to.name}, which ${state}.`;
    case "check":
      return `${to.name} checks ${from.name} and ${state}.`;
    case "item":
      return from.kind === "check"
        ? `The check ${from.name} watches ${to.name}, which ${state}.`
        : `${to.name} is a catalog item of ${from.name} and ${state}.`;
    case "watched":
      return `The check ${from.name} watches ${to.name}, which ${state}.`;
    case "part":
      return `${from.name} is the parent of ${to.name}, which ${state}.`;
    case "parent":
      return `${to.name} is the parent of ${from.name} and ${state}.`;
    case "uses":
    case "used":
      return `${to.name} is related to ${from.name}${relation ? ` (${relation})` : ""} and ${state}.`;
  }
}

export const startSentence = (start: GraphNode) => `The search starts at ${start.name}, which ${stateOf(start)}.`;

/** Rounded to seconds below 15 minutes, to minutes below a day, to hours below a week, and otherwise to days. */
function printSpan(millis: number): string {
  const unit = millis < 15 * MINUTE ? SECOND : millis < DAY ? MINUTE : millis < 7 * DAY ? HOUR : DAY;
  return printDuration(Math.max(unit, Math.round(millis / unit) * unit));
}

function relativeTo(at: number, transition: number, start: string): string {
  const early = transition - at;
  if (Math.abs(early) < SECOND) return `at the moment ${start} did`;
  return early > 0 ? `${printSpan(early)} before ${start} did` : `${printSpan(-early)} after ${start} did`;
}

interface CauseFacts {
  start: GraphNode;
  transition: number;
  insights: Insights | undefined;
  error: string | undefined;
}

/** Explains why a node is listed as a cause. */
export function causeSentence({ node, isLeaf, change, alike }: Ranked, facts: CauseFacts): string {
  const { start, transition, insights, error } = facts;
  const isStart = node.kind === start.kind && node.id === start.id;
  const parts: string[] = [];
  if (isUnhealthy(node)) {
    const state =
      node.since === null || isStart
        ? stateOf(node)
        : `${turnOf(node)} ${relativeTo(Date.parse(node.since), transition, start.name)}`;
    parts.push(`${state}${isLeaf ? ", and nothing below it is unhealthy" : ""}`);
  }
  if (change) parts.push(`changed ${whenChanged(change, transition)} (${change.change_type})`);
  if (insights)
    parts.push(`has ${countOf(insights.open, "open insight", "open insights")}: ${truncate(insights.summary, 120)}`);
  const also =
    alike.length === 0
      ? ""
      : ` ${countOf(alike.length, "other item is", "other items are")} unhealthy in the same way.`;
  const last = error === undefined ? "" : ` Its last run failed: ${truncate(error, 200)}`;
  return `${node.name} ${parts.length === 0 ? stateOf(node) : joined(parts)}.${also}${last}`;
}

const joined = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join("; it ")}; it ${parts.at(-1)!}`;

export function whenChanged(change: Change, transition: number): string {
  const early = transition - timeOfChange(change, transition);
  if (Math.abs(early) < SECOND) return "at the moment of the transition";
  return early > 0 ? `${printSpan(early)} before the transition` : `${printSpan(-early)} after the transition`;
}

/** Explains why a change is listed: it changed a cause, an ancestor of a cause, or a node on the way to a cause. */
export function changeSentence(
  change: Change,
  { transition, cause, role }: { transition: number; cause: GraphNode; role: "cause" | "ancestor" | "way" },
): WhyChange["reason"] {
  const when = whenChanged(change, transition);
  const times = change.count > 1 ? ` It was observed ${change.count} times.` : "";
  const about =
    role === "cause"
      ? "A change of a possible cause"
      : role === "ancestor"
        ? `A change of an ancestor of the possible cause ${cause.name}`
        : `A change on the way to the possible cause ${cause.name}`;
  return `${about}, ${when}.${times}`;
}

interface Summarised {
  causes: readonly Ranked[];
  isCauseHidden: boolean;
  transition: number;
}

export function summarySentence(start: GraphNode, { causes, isCauseHidden, transition }: Summarised): string {
  if (!isUnhealthy(start)) return `${start.name} ${stateOf(start)}, so there is nothing to explain.`;
  const [first, ...others] = causes;
  if (!first)
    return isCauseHidden
      ? `${start.name} ${stateOf(start)}. You are not allowed to read the cause.`
      : `${start.name} ${stateOf(start)}. No cause was found in its checks, children and relationships.`;
  const more = others.length === 0 ? "" : ` ${countOf(others.length, "other cause is", "other causes are")} possible.`;
  const isStart = first.node.kind === start.kind && first.node.id === start.id;
  if (!isStart) return `${start.name} ${stateOf(start)}, most probably because of ${first.node.name}.${more}`;
  if (first.change)
    return `${start.name} ${stateOf(start)}, most probably because of its change ${first.change.change_type}, ${whenChanged(first.change, transition)}.${more}`;
  // The start node is not an explanation of its own health, so the sentence only states that no other cause was found.
  return others.length === 0
    ? `${start.name} ${stateOf(start)}. No cause was found outside of it.`
    : `${start.name} ${stateOf(start)}. No single cause stands out. Candidates above and below it: ${countedCauses(others)}.`;
}

/** The causes, grouped by their kind of problem: "1 failing check, 2 unhealthy items, 3 changed items". */
function countedCauses(causes: readonly Ranked[]): string {
  const counts = new Map(causeKinds.map((kind) => [kind, 0]));
  for (const cause of causes) {
    const kind = causeKinds.find(({ fits }) => fits(cause))!;
    counts.set(kind, counts.get(kind)! + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 0)
    .map(([{ one, many }, count]) => countOf(count, one, many))
    .join(", ");
}

const causeKinds: readonly { fits: (cause: Ranked) => boolean; one: string; many: string }[] = [
  { fits: ({ node }) => isUnhealthy(node) && node.kind === "check", one: "failing check", many: "failing checks" },
  { fits: ({ node }) => isUnhealthy(node), one: "unhealthy item", many: "unhealthy items" },
  { fits: ({ change }) => change !== undefined, one: "changed item", many: "changed items" },
  { fits: () => true, one: "item with insights", many: "items with insights" },
];
