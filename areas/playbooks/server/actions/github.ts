// Starts GitHub Actions workflows, and can wait until they end. Uses GitHub's documented API, and is tested against a
// simulated service.
import { z } from "zod";
import { serviceCall, type ServiceCall } from "#areas/connections/server/index.ts";
import { connectionOf, envVar, filled, list, longText, part, text, yes } from "#server/spec/parts.ts";
import { ActionInvalid, defineAction, type ActionContext, type ActionRun } from "../action-kind.ts";
import { poll } from "#lib/async/poll.ts";

const publicApi = "https://api.github.com";

const workflow = part({
  id: z
    .union([filled, z.number()], "must be the file name or the id of a workflow")
    .meta({ label: "Workflow", placeholder: "deploy.yaml" }),
  ref: text.optional().meta({ label: "Branch or tag", placeholder: "main" }),
  input: longText.optional().meta({ label: "Inputs (JSON)", field: "long-text" }),
});

const spec = part({
  repo: filled.meta({ label: "Repository" }),
  username: filled.meta({ label: "Owner" }),
  token: envVar.optional().meta({ label: "Token", field: "env-var", secret: true }),
  connection: connectionOf("github").optional(),
  url: text.optional().meta({ label: "API", placeholder: publicApi, description: "Of a GitHub Enterprise server." }),
  workflows: list(workflow).min(1, "needs a workflow").meta({ label: "Workflows" }),
  follow: yes.optional().meta({ label: "Follow", description: "Waits until the workflows have ended." }),
}).superRefine(({ token, connection: by }, context) => {
  if (token === undefined && !by)
    context.addIssue({ code: "custom", path: ["token"], message: "is required unless a connection is set" });
});
type Spec = z.output<typeof spec>;
type Workflow = Spec["workflows"][number];

const workflowRun = z.object({
  id: z.number(),
  status: z.string().nullish(),
  conclusion: z.string().nullable(),
  html_url: z.string(),
});
const workflowRuns = z.object({ workflow_runs: z.array(workflowRun) });

export const github = defineAction({
  type: "github",
  onlyWaits: true,
  title: "GitHub Actions",
  icon: "github",
  spec,

  async plan(block, { scrubber }) {
    const parts = block.workflows.map((each) => ({
      title: `Workflow ${each.id}`,
      contentType: "application/json" as const,
      text: scrubber.text(JSON.stringify(dispatchOf(each), null, 2)),
      isBinding: true,
    }));
    return {
      summary: `Start workflows of ${block.username}/${block.repo}${block.follow ? " and follow them" : ""}`,
      parts,
    };
  },

  async run(block, run) {
    const service = await serviceOf(block, run);
    const started: Started[] = [];
    for (const each of block.workflows) started.push(await dispatched(service, block, each, run));
    if (!block.follow) return { result: {} };
    const runs: z.output<typeof workflowRun>[] = [];
    for (const each of started) runs.push(await followed(service, each, run));
    const failed = runs.filter(({ conclusion }) => conclusion !== "success");
    return {
      result: { runs: runs },
      error:
        failed.length === 0
          ? undefined
          : failed.map(({ conclusion, html_url }) => `${html_url} ended with ${conclusion}`).join("; "),
    };
  },
});

function dispatchOf({ ref, input }: Workflow): { ref: string; inputs?: Record<string, unknown> } {
  const inputs = inputsOf(input);
  return { ref: ref || "main", ...(inputs && { inputs }) };
}

const inputShape = z.record(z.string(), z.unknown());

function inputsOf(input = ""): Record<string, unknown> | undefined {
  if (input.trim() === "") return undefined;
  try {
    return inputShape.parse(JSON.parse(input));
  } catch {
    throw new ActionInvalid("The input of a workflow must be a JSON object.");
  }
}

async function serviceOf({ token, connection: by, url }: Spec, context: ActionContext): Promise<ServiceCall> {
  const secret =
    token === undefined ? (await context.connection({ connection: by })).password : await context.value(token);
  if (!secret) throw new ActionInvalid("The token is empty.");
  context.scrubber.know(secret);
  return serviceCall(context, {
    name: "GitHub",
    address: url || publicApi,
    credential: "the token",
    secrets: [secret],
    headers: {
      authorization: `Bearer ${secret}`,
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
    },
    right: "start workflows (actions: write)",
  });
}

interface Started {
  path: string;
  name: string | number;
  /** The highest run id before the dispatch. */
  after: number;
}

/** https://docs.github.com/en/rest/actions/workflows#create-a-workflow-dispatch-event */
async function dispatched(
  service: ServiceCall,
  { username, repo, follow }: Spec,
  each: Workflow,
  run: ActionRun,
): Promise<Started> {
  const names = [username, repo].map(encodeURIComponent).join("/");
  const path = `/repos/${names}/actions/workflows/${encodeURIComponent(String(each.id))}`;
  const after = follow ? await newestRun(service, path) : 0;
  const reply = await service.reply(`${path}/dispatches`, { json: dispatchOf(each) });
  if (reply.status !== 204) throw service.refusal(reply);
  await run.output(`Started ${each.id} of ${username}/${repo} on ${each.ref || "main"}\n`);
  return { path, name: each.id, after };
}

const runsPath = (path: string) => `${path}/runs?event=workflow_dispatch&per_page=20`;

async function newestRun(service: ServiceCall, path: string): Promise<number> {
  const { workflow_runs } = await service.ask(runsPath(path), workflowRuns);
  return Math.max(0, ...workflow_runs.map(({ id }) => id));
}

/** GitHub does not return the run that a dispatch creates, so the first new run is used. */
async function followed(service: ServiceCall, { path, name, after }: Started, run: ActionRun) {
  let shown = "";
  return poll(run.signal, async () => {
    const { workflow_runs } = await service.ask(runsPath(path), workflowRuns);
    const found = workflow_runs.filter(({ id }) => id > after).toSorted((a, b) => a.id - b.id)[0];
    const state = found ? `${name}: ${found.status ?? "queued"}` : "";
    if (found && state !== shown) await run.output(`${state} ${found.html_url}\n`);
    shown = state;
    return found?.status === "completed" ? found : undefined;
  });
}
