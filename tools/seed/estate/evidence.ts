// Generates evidence of incidents in the shapes that consoles render: log lines, lines of a config, a check, a
// component, a comment.
import type { Component } from "./topology.ts";
import { minute, second } from "../estate.ts";
import { typeOf, type Item } from "./catalog.ts";
import type { Check } from "./health.ts";

export const evidenceTypes = ["topology", "check", "config", "log", "comment"] as const;
export type EvidenceType = (typeof evidenceTypes)[number];

export interface EvidenceSource {
  component: Pick<Component, "id" | "name">;
  check: Pick<Check, "id"> | undefined;
  item: Item;
  /** The start of the incident, in milliseconds before the end of the estate. */
  age: number;
  ago: (ms: number) => string;
}

const messages = [
  "GET /checkout 200 in 48ms",
  "connection pool exhausted, waiting for a free connection",
  "GET /checkout 503 in 10002ms: upstream request timeout",
  "retrying in 500ms",
];

/** Line numbers count from 1. */
const numbered = (lines: readonly string[]) => Object.fromEntries(lines.map((line, index) => [index + 1, line]));

const picked = (lines: readonly string[], ...indexes: readonly number[]) =>
  Object.fromEntries(indexes.map((index) => [index + 1, lines[index]!]));

export function evidenceOf(type: EvidenceType, { component, check, item, age, ago }: EvidenceSource): object {
  switch (type) {
    case "topology":
      return { id: component.id };
    case "check":
      return { check_id: check?.id, includeMessages: true, start: ago(age + 10 * minute) };
    case "config": {
      const lines = [
        "metadata:",
        `  name: ${item.name}`,
        "  labels:",
        `    app: ${item.app}`,
        "spec:",
        "  replicas: 0",
      ];
      return {
        configName: item.name,
        configType: typeOf(item),
        lines: numbered(lines),
        selected_lines: picked(lines, 5),
      };
    }
    case "log":
      return {
        lines: messages.map((message, index) => ({
          timestamp: ago(age - index * second),
          message,
          labels: { app: item.app, cluster: item.place.cluster },
        })),
        selected_lines: picked(messages, 1, 2),
      };
    case "comment":
      return { comment: `Customers can use ${component.name} again` };
  }
}
