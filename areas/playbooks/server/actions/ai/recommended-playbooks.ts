// Asks the model which playbooks solve the problem. The model chooses among the playbooks that the action selects, and
// a person decides whether to start them.
import { z } from "zod";
import { parseMatch, matches } from "#lib/text/match.ts";
import type { ActionContext } from "../../action-kind.ts";
import { runnableBy } from "../../runs/playbook-row.ts";
import { starterOf } from "../../runs/starter.ts";
import type { Diagnosis } from "./prompt.ts";

export interface PlaybookSelector {
  id?: string | undefined;
  name?: string | undefined;
  namespace?: string | undefined;
}

export interface Candidate {
  id: string;
  name: string;
  namespace: string;
  title: string;
  description: string | null;
  parameters: readonly { name: string; type?: string | undefined; description?: string | undefined }[];
}

export interface Recommendation {
  id: string;
  title: string;
  emoji?: string | undefined;
  parameters: { key: string; value: string }[];
}

const maxCandidates = 50;

const parameters = z
  .array(z.looseObject({ name: z.string(), type: z.string().optional(), description: z.string().optional() }))
  .catch([]);

export async function candidatesOf(
  selectors: readonly PlaybookSelector[],
  { system, run }: Pick<ActionContext, "system" | "run">,
): Promise<Candidate[]> {
  const started = await system.db.system
    .selectFrom("playbook_runs")
    .select("created_by")
    .where("id", "=", run.id)
    .executeTakeFirst();
  // The person who reads the result must not learn about playbooks that they may not run.
  const isRunnable = await runnableBy(system, started && (await starterOf(system, started.created_by)));
  const rows = await system.db.system
    .selectFrom("playbooks")
    .select(["id", "name", "namespace", "title", "description", "spec"])
    .where("deleted_at", "is", null)
    .where("id", "<>", run.playbookId)
    .orderBy("namespace")
    .orderBy("name")
    .execute();
  return rows
    .filter((row) => isRunnable(row) && selectors.some((selector) => isSelected(row, selector)))
    .slice(0, maxCandidates)
    .map(({ spec, ...row }) => ({
      ...row,
      parameters: parameters.parse((spec as { parameters?: unknown }).parameters),
    }));
}

function isSelected(
  row: { id: string; name: string; namespace: string },
  { id, name, namespace }: PlaybookSelector,
): boolean {
  if (id === undefined && name === undefined && namespace === undefined) return false;
  return (
    (id === undefined || row.id === id) &&
    (name === undefined || matches(parseMatch(name), row.name)) &&
    (namespace === undefined || matches(parseMatch(namespace), row.namespace))
  );
}

export const recommendationSchema = {
  type: "object",
  properties: {
    playbooks: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: { type: "string", description: "The id of one of the playbooks." },
          title: { type: "string", description: "Why it helps, in a few words." },
          emoji: { type: "string" },
          parameters: {
            type: "array",
            items: {
              type: "object",
              properties: { key: { type: "string" }, value: { type: "string" } },
              required: ["key", "value"],
              additionalProperties: false,
            },
          },
        },
        required: ["id", "title", "parameters"],
        additionalProperties: false,
      },
    },
  },
  required: ["playbooks"],
  additionalProperties: false,
} as const;

export const recommendationPrompt = (found: Diagnosis, candidates: readonly Candidate[]) =>
  [
    "Choose the playbooks that solve this problem, the best first. Choose none if none helps.",
    `## Diagnosis\n\n${JSON.stringify(found)}`,
    `## Playbooks\n\n${JSON.stringify(candidates)}`,
  ].join("\n\n");

const answer = z.object({
  playbooks: z.array(
    z.object({
      id: z.string(),
      title: z.string().default(""),
      emoji: z.string().optional(),
      parameters: z.array(z.object({ key: z.string(), value: z.coerce.string() })).default([]),
    }),
  ),
});

/** Keeps only playbooks that were offered, and only their own parameters. */
export function recommendationsIn(json: unknown, candidates: readonly Candidate[]): Recommendation[] {
  const read = answer.safeParse(json);
  if (!read.success) throw new Error("The model's response is not a list of playbooks.");
  return read.data.playbooks.flatMap((chosen) => {
    const candidate = candidates.find(({ id }) => id === chosen.id);
    if (!candidate) return [];
    const known = new Set(candidate.parameters.map(({ name }) => name));
    return [
      {
        id: candidate.id,
        title: chosen.title || candidate.title || candidate.name,
        ...(chosen.emoji && { emoji: chosen.emoji }),
        parameters: chosen.parameters.filter(({ key }) => known.has(key)),
      },
    ];
  });
}
