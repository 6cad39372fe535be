// Checks the state of a GitHub repository: its latest release, and the last finished run of a workflow. Uses GitHub's
// documented API, and is tested against a stand-in that implements it.
import { z } from "zod";
import type { Json } from "#language/columns.ts";
import { connectionOf, envVar, filled, text } from "#server/spec/parts.ts";
import { serviceCall, type ServiceCall } from "#areas/connections/server/index.ts";
import { check } from "../spec/check.ts";
import { CheckInvalid, defineCheck, healthy, unhealthy, type CheckRun } from "../check-kind.ts";

const release = z.object({
  tag_name: z.string(),
  name: z.string().nullish(),
  published_at: z.string().nullish(),
  html_url: z.string(),
});
const workflowRun = z.object({
  id: z.number(),
  name: z.string().nullish(),
  head_branch: z.string().nullish(),
  conclusion: z.string().nullable(),
  html_url: z.string(),
  run_started_at: z.string().nullish(),
  updated_at: z.string(),
});
const runs = z.object({ workflow_runs: z.array(workflowRun) });

const publicApi = "https://api.github.com";

export const github = defineCheck({
  type: "github",
  title: "GitHub",
  icon: "github",
  group: "Files and code",
  spec: check({
    repository: filled.meta({ label: "Repository", placeholder: "owner/name" }),
    workflow: text.optional().meta({
      label: "Workflow",
      placeholder: "ci.yaml",
      description: "The last finished run of this workflow must have succeeded.",
    }),
    branch: text.optional().meta({ label: "Branch" }),
    connection: connectionOf("github").optional(),
    token: envVar.optional().meta({ label: "Token", field: "env-var", secret: true }),
    url: text
      .optional()
      .meta({ label: "API", placeholder: publicApi, description: "Address of a GitHub Enterprise server." }),
  }),
  endpoint: ({ repository }) => repository,
  host: ({ url }) => url ?? publicApi,

  async run({ repository, workflow, branch, token, url = publicApi, ...spec }, run) {
    const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(repository.trim()) ?? [];
    if (owner === undefined)
      throw new CheckInvalid(`${JSON.stringify(repository)} is not a repository name. Use owner/name.`);
    const secret = token === undefined && !spec.connection ? null : await tokenOf({ token, ...spec }, run);
    const service = serviceCall(run, {
      name: "GitHub",
      address: url,
      credential: "the token",
      secrets: [secret],
      headers: {
        accept: "application/vnd.github+json",
        "x-github-api-version": "2022-11-28",
        ...(secret ? { authorization: `Bearer ${secret}` } : {}),
      },
    });
    const base = `/repos/${owner}/${name}`;
    const latest = await latestRelease(service, base);
    const last = workflow ? await lastRun(service, base, { workflow, branch }) : undefined;
    const results = { release: latest ?? null, run: last ?? null };
    const found = { detail: results as Json, data: { results } };
    if (!workflow) return healthy({ message: latest ? `Release ${latest.tag_name}` : "No release", ...found });
    if (!last) return unhealthy(`${workflow} has no finished run${branch ? ` on ${branch}` : ""}`, found);
    if (last.conclusion !== "success")
      return unhealthy(`The last run of ${workflow} ended with ${last.conclusion}`, found);
    return healthy({ message: `The last run of ${workflow} succeeded`, ...found });
  },
});

async function tokenOf(
  { token, ...spec }: { token?: Parameters<CheckRun["value"]>[0] | undefined; connection?: string | undefined },
  run: CheckRun,
) {
  return token === undefined ? (await run.connection(spec)).password : run.value(token);
}

async function latestRelease(service: ServiceCall, base: string) {
  const reply = await service.reply(`${base}/releases/latest`);
  // Either the release or the repository is missing.
  if (reply.status !== 404) return service.read(reply, release);
  await service.ask(base, z.object({ full_name: z.string() }));
  return undefined;
}

async function lastRun(
  service: ServiceCall,
  base: string,
  { workflow, branch }: { workflow: string; branch?: string | undefined },
) {
  const query = new URLSearchParams({ status: "completed", per_page: "1", ...(branch ? { branch } : {}) });
  const { workflow_runs } = await service.ask(
    `${base}/actions/workflows/${encodeURIComponent(workflow)}/runs?${query}`,
    runs,
  );
  return workflow_runs[0];
}
