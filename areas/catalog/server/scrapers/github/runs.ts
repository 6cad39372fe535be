// Converts completed workflow runs to changes. Their ids are stable, so a run that is read repeatedly is saved once.
import { z } from "zod";
import type { Json } from "#language/columns.ts";
import type { FoundChange } from "../../scrape/found.ts";
import type { GitHub } from "./rest-api.ts";

const run = z.looseObject({
  id: z.number(),
  name: z.string().nullish(),
  display_title: z.string().nullish(),
  run_number: z.number().nullish(),
  run_attempt: z.number().nullish(),
  event: z.string().nullish(),
  status: z.string().nullish(),
  conclusion: z.string().nullish(),
  head_branch: z.string().nullish(),
  head_sha: z.string().nullish(),
  html_url: z.string().nullish(),
  created_at: z.string().nullish(),
  run_started_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  actor: z.looseObject({ login: z.string() }).nullish(),
});
const runsPage = z.object({ workflow_runs: z.array(run) });

type Run = z.output<typeof run>;

const daysBack = 7;
/** GitHub returns at most this number of results per search. */
const maxRuns = 1_000;

export interface RunsWanted {
  branch?: string | undefined;
  actor?: string | undefined;
  status?: string | undefined;
}

export async function changesOf(github: GitHub, base: string, wanted: RunsWanted = {}): Promise<FoundChange[]> {
  const since = new Date(Date.now() - daysBack * 86_400_000).toISOString().slice(0, 10);
  const query = new URLSearchParams({ created: `>=${since}` });
  for (const [name, value] of Object.entries(wanted)) if (value) query.set(name, value);
  const changes: FoundChange[] = [];
  const runs = github.all(`${base}/runs?${query}`, runsPage, (page) => page.workflow_runs, { isOptional: true });
  for await (const found of runs) {
    // The conclusion of a run in progress is unknown.
    if (found.status !== "completed") continue;
    changes.push(changeOf(found));
    if (changes.length >= maxRuns) break;
  }
  return changes;
}

const severities: Readonly<Record<string, string>> = {
  failure: "high",
  timed_out: "high",
  startup_failure: "high",
  action_required: "medium",
  cancelled: "low",
};

function changeOf(item: Run): FoundChange {
  const conclusion = item.conclusion || "completed";
  const number = item.run_number ? ` #${item.run_number}` : "";
  const attempt = item.run_attempt && item.run_attempt > 1 ? `/${item.run_attempt}` : "";
  return {
    externalId: `${item.id}${attempt}`,
    type: "WorkflowRun",
    severity: severities[conclusion] ?? "info",
    source: "GitHub Actions",
    summary: `${item.name || "Workflow"}${number}${item.head_branch ? ` on ${item.head_branch}` : ""}: ${conclusion}`,
    details: shortened(item),
    createdBy: item.actor?.login,
    createdAt: timeOf(item.updated_at ?? item.run_started_at ?? item.created_at),
  };
}

const shortened = (item: Run): Json => ({
  id: item.id,
  title: item.display_title ?? null,
  event: item.event ?? null,
  conclusion: item.conclusion ?? null,
  branch: item.head_branch ?? null,
  commit: item.head_sha ?? null,
  attempt: item.run_attempt ?? 1,
  started_at: item.run_started_at ?? null,
  url: item.html_url ?? null,
});

function timeOf(text: string | null | undefined): Date | undefined {
  const time = new Date(text ?? "");
  return Number.isNaN(time.getTime()) ? undefined : time;
}
