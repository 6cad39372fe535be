// Arranges the actions of a run: groups the attempts of each action, places child runs below the action that started
// them, and adds the actions that have not started.
import { isFinalRun } from "../../model.ts";
import type { ActionRow, Approval, RunDetail } from "../runs/run-query.ts";

export type TimelineEntry =
  | { type: "failure"; key: string; title: string; text: string; depth: number }
  | { type: "approval"; key: string; approval: Approval; depth: number }
  | { type: "action"; key: string; attempts: readonly ActionRow[]; kind: string | undefined; depth: number }
  | { type: "child"; key: string; run: RunDetail; depth: number }
  | { type: "planned"; key: string; name: string; kind: string | undefined; isOver: boolean; depth: number };

export function timelineOf(
  run: RunDetail,
  children: readonly RunDetail[],
  actions: readonly ActionRow[],
): readonly TimelineEntry[] {
  return [
    ...run.playbook_approvals.map((approval) => ({ type: "approval" as const, key: approval.id, approval, depth: 0 })),
    ...entriesOf(run, actions, 0, (action) =>
      children
        .filter(({ parent_action_id: parent }) => action.some(({ id }) => id === parent))
        .flatMap((child): readonly TimelineEntry[] => [
          { type: "child", key: child.id, run: child, depth: 1 },
          ...entriesOf(child, actions, 2, () => []),
        ]),
    ),
  ];
}

function entriesOf(
  run: RunDetail,
  all: readonly ActionRow[],
  depth: number,
  childrenOf: (attempts: readonly ActionRow[]) => readonly TimelineEntry[],
): readonly TimelineEntry[] {
  const own = all.filter(({ playbook_run_id: id }) => id === run.id);
  const groups = [...Map.groupBy(own, ({ position, name }) => `${position ?? ""} ${name}`).values()];
  const written = run.spec.actions ?? [];
  const hasFailure = own.some(({ status, error }) => status === "failed" && error !== null);
  return [
    ...(run.status === "failed" && run.error !== null && !hasFailure
      ? [
          {
            type: "failure" as const,
            key: `failure ${run.id}`,
            title: own.length === 0 ? "Initialization" : "Run",
            text: run.error,
            depth,
          },
        ]
      : []),
    ...groups.flatMap((group): readonly TimelineEntry[] => {
      const attempts = group.toSorted((a, b) => (a.retry_count ?? 0) - (b.retry_count ?? 0));
      return [
        { type: "action", key: attempts[0]!.id, attempts, kind: kindOf(run, attempts[0]!), depth },
        ...childrenOf(attempts),
      ];
    }),
    // A completed run has started all its actions. Any other run shows the actions that it has not started.
    ...(run.status === "completed"
      ? []
      : written.flatMap((action, index): readonly TimelineEntry[] => {
          const name = nameOf(action, index);
          const hasBegun = own.some((row) => row.position === index || (row.position === null && row.name === name));
          return hasBegun
            ? []
            : [
                {
                  type: "planned",
                  key: `planned ${run.id} ${index}`,
                  name,
                  kind: kindIn(action),
                  isOver: isFinalRun(run.status),
                  depth,
                },
              ];
        })),
  ];
}

/** The name that a playbook gives to an action. */
export const nameOf = (action: Readonly<Record<string, unknown>>, index: number) =>
  typeof action["name"] === "string" ? action["name"] : `Step ${index + 1}`;

const kinds = [
  "ai",
  "exec",
  "github",
  "azureDevopsPipeline",
  "http",
  "sql",
  "pod",
  "logs",
  "gitops",
  "notification",
  "playbooks",
];

const kindIn = (action: Readonly<Record<string, unknown>> | undefined) =>
  action && kinds.find((kind) => action[kind] !== undefined && action[kind] !== null);

const writtenAction = (run: Pick<RunDetail, "spec">, { position, name }: Pick<ActionRow, "position" | "name">) =>
  run.spec.actions?.[position ?? -1] ?? run.spec.actions?.find((action) => action["name"] === name);

/** The kind of an action, from the run's spec. */
export const kindOf = (run: Pick<RunDetail, "spec">, action: Pick<ActionRow, "position" | "name">) =>
  kindIn(writtenAction(run, action));

/** The content type of the main output, from the action result or else from the spec. */
export function contentTypeOf(run: Pick<RunDetail, "spec">, action: ActionRow): string | undefined {
  const written = writtenAction(run, action)?.["contentType"];
  return action.content_type ?? (typeof written === "string" ? written : undefined);
}

/** The action to show first: the action that is running or failed last, or else the last action. */
export function firstShown(entries: readonly TimelineEntry[]): string | undefined {
  const latest = entries.flatMap((entry) => (entry.type === "action" ? [entry.attempts.at(-1)!] : []));
  const shown = latest.filter(({ status }) => status !== "skipped" && status !== "scheduled");
  return (shown.at(-1) ?? latest.at(-1))?.id;
}
