// Opens a pull request on the host of a repository: GitHub, GitLab or Azure DevOps, through their documented APIs.
import { z } from "zod";
import { basic, serviceCall, type OpenConnection, type ServiceCall } from "#areas/connections/server/index.ts";
import { ActionInvalid, type ActionContext } from "../../action-kind.ts";

export type CodeHost = "github" | "gitlab" | "azure";

export interface Place {
  kind: CodeHost;
  /** The address of the API. */
  api: string;
  /** The path of the repository: owner/name, or organization/project/name. */
  path: readonly string[];
}

export interface PullRequest {
  title: string;
  branch: string;
  base: string;
  tags: readonly string[];
  autoMerge: { rebase: boolean } | undefined;
}

export interface OpenedRequest {
  id: number;
  url: string;
  title: string;
  /** Whether an earlier run has already opened the pull request. */
  isExisting?: boolean;
}

type Way = Pick<ActionContext, "outbound" | "signal" | "scrubber">;

const hosts: Readonly<Record<string, CodeHost>> = {
  github: "github",
  gitlab: "gitlab",
  azure: "azure",
  azure_devops: "azure",
  azuredevops: "azure",
};

/**
 * Returns undefined if the host is not known to support pull requests. `type` comes from the spec or the connection.
 */
export function placeOf(url: string, ...types: readonly (string | undefined)[]): Place | undefined {
  const [, host = "", path = ""] =
    /^(?:[a-z+]+:\/\/)?(?:[^@/]+@)?([^/:]+(?::\d+(?=\/))?)[:/](.*?)(?:\.git)?\/?$/i.exec(url.trim()) ?? [];
  const kind = types.map((type) => hosts[type?.toLowerCase() ?? ""]).find(Boolean) ?? kindOf(host);
  const names = path.split("/").filter((name) => name !== "" && name !== "v3");
  if (!kind || names.length < 2) return undefined;
  const web = `${/^http:/i.test(url) ? "http" : "https"}://${host.replace(/^ssh\./, "")}`;
  if (kind === "github")
    return { kind, api: host === "github.com" ? "https://api.github.com" : `${web}/api/v3`, path: names.slice(-2) };
  if (kind === "gitlab") return { kind, api: `${web}/api/v4`, path: names };
  return { kind, api: web, path: names.filter((name) => name !== "_git").slice(-3) };
}

function kindOf(host: string): CodeHost | undefined {
  if (/(?:^|\.)github\./.test(host)) return "github";
  if (/(?:^|\.)gitlab\./.test(host)) return "gitlab";
  return /(?:^|\.)dev\.azure\.com$|\.visualstudio\.com$/.test(host) ? "azure" : undefined;
}

export async function openPullRequest(
  place: Place,
  wanted: PullRequest,
  { connection, way }: { connection: Pick<OpenConnection, "password" | "insecure_tls">; way: Way },
): Promise<OpenedRequest> {
  const token = connection.password ?? "";
  if (token === "") throw new ActionInvalid("A pull request needs a token: set a connection or a password.");
  const call: Call = (address) =>
    serviceCall(way, {
      name: titles[place.kind],
      address,
      credential: "the token",
      secrets: [token],
      headers: headersOf(place.kind, token),
      tls: { insecure: connection.insecure_tls },
      right: "open pull requests",
    });
  return openers[place.kind](call, place, wanted);
}

const titles = { github: "GitHub", gitlab: "GitLab", azure: "Azure DevOps" } as const;

function headersOf(kind: CodeHost, token: string): Record<string, string> {
  if (kind === "gitlab") return { "private-token": token };
  if (kind === "azure") return { authorization: basic("", token) };
  return {
    authorization: `Bearer ${token}`,
    accept: "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
  };
}

type Call = (address: string) => ServiceCall;
type Open = (call: Call, place: Place, wanted: PullRequest) => Promise<OpenedRequest>;

const githubPull = z.object({ number: z.number(), html_url: z.string(), title: z.string(), node_id: z.string() });

/** https://docs.github.com/en/rest/pulls/pulls#create-a-pull-request */
const onGithub: Open = async (
  call,
  { api, path: [owner = "", name = ""] },
  { title, branch, base, tags, autoMerge },
) => {
  const service = call(api);
  const repository = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  const reply = await service.reply(`${repository}/pulls`, { json: { title, head: branch, base } });
  const isExisting = reply.status === 422 && /already exists/i.test(reply.text);
  const pull = isExisting
    ? await firstOf(
        service,
        `${repository}/pulls?${new URLSearchParams({ head: `${owner}:${branch}`, base, state: "open" })}`,
        githubPull,
      )
    : service.read(reply, githubPull);
  if (tags.length > 0)
    await service.ask(`${repository}/issues/${pull.number}/labels`, z.unknown(), { json: { labels: tags } });
  if (autoMerge) {
    const path = `${repository}/pulls/${pull.number}/merge`;
    // GitHub Enterprise serves REST and GraphQL at different paths.
    await mergeOnGithub({ rest: service, graph: call(api.replace(/\/v3$/, "")) }, path, {
      id: pull.node_id,
      ...autoMerge,
    });
  }
  return { id: pull.number, url: pull.html_url, title: pull.title, ...(isExisting && { isExisting }) };
};

const graphAnswer = z.object({ errors: z.array(z.object({ message: z.string() })).optional() });

/** https://docs.github.com/en/graphql/reference/mutations#enablepullrequestautomerge */
async function mergeOnGithub(
  { rest, graph }: { rest: ServiceCall; graph: ServiceCall },
  path: string,
  { id, rebase }: { id: string; rebase: boolean },
) {
  const query = `mutation($id: ID!, $method: PullRequestMergeMethod!) {
    enablePullRequestAutoMerge(input: { pullRequestId: $id, mergeMethod: $method }) { clientMutationId } }`;
  const variables = { id, method: rebase ? "REBASE" : "MERGE" };
  const { errors = [] } = await graph.ask("/graphql", graphAnswer, { json: { query, variables } });
  const [first] = errors;
  if (!first) return;
  // No checks are pending, so the pull request can be merged immediately.
  if (!/clean status/i.test(first.message))
    throw new ActionInvalid(`GitHub does not merge the pull request automatically: ${first.message}`);
  await rest.ask(path, z.unknown(), { method: "PUT", json: { merge_method: rebase ? "rebase" : "merge" } });
}

const mergeRequest = z.object({ iid: z.number(), web_url: z.string(), title: z.string() });

/** https://docs.gitlab.com/api/merge_requests/#create-mr */
const onGitlab: Open = async (call, { api, path }, { title, branch, base, tags, autoMerge }) => {
  const service = call(api);
  const project = `/projects/${encodeURIComponent(path.join("/"))}/merge_requests`;
  const json = {
    source_branch: branch,
    target_branch: base,
    title,
    ...(tags.length > 0 && { labels: tags.join(",") }),
  };
  const reply = await service.reply(project, { json });
  const isExisting = reply.status === 409;
  const query = new URLSearchParams({ state: "opened", source_branch: branch, target_branch: base });
  const request = isExisting
    ? await firstOf(service, `${project}?${query}`, mergeRequest)
    : service.read(reply, mergeRequest);
  if (autoMerge)
    await service.ask(`${project}/${request.iid}/merge`, z.unknown(), {
      method: "PUT",
      json: { merge_when_pipeline_succeeds: true, ...(autoMerge.rebase && { squash: false }) },
    });
  return { id: request.iid, url: request.web_url, title: request.title, ...(isExisting && { isExisting }) };
};

const azurePull = z.object({
  pullRequestId: z.number(),
  title: z.string(),
  createdBy: z.object({ id: z.string() }).optional(),
});

/** https://learn.microsoft.com/en-us/rest/api/azure/devops/git/pull-requests/create */
const onAzure: Open = async (call, { api, path: [organization = "", project = "", name = ""] }, wanted) => {
  const { title, branch, base, tags, autoMerge } = wanted;
  const service = call(api);
  const names = [organization, project].map(encodeURIComponent).join("/");
  const repository = `/${names}/_apis/git/repositories/${encodeURIComponent(name)}/pullrequests`;
  const refs = { sourceRefName: `refs/heads/${branch}`, targetRefName: `refs/heads/${base}` };
  const reply = await service.reply(`${repository}?api-version=7.1`, {
    json: { ...refs, title, ...(tags.length > 0 && { labels: tags.map((tag) => ({ name: tag })) }) },
  });
  const isExisting = reply.status === 409;
  const search = `${repository}?api-version=7.1&searchCriteria.sourceRefName=${encodeURIComponent(refs.sourceRefName)}&searchCriteria.status=active`;
  const request = isExisting ? await firstOf(service, search, azurePull, "value") : service.read(reply, azurePull);
  if (autoMerge && request.createdBy)
    await service.ask(`${repository}/${request.pullRequestId}?api-version=7.1`, z.unknown(), {
      method: "PATCH",
      json: {
        autoCompleteSetBy: { id: request.createdBy.id },
        completionOptions: { mergeStrategy: autoMerge.rebase ? "rebase" : "noFastForward" },
      },
    });
  const url = `${api}/${names}/_git/${encodeURIComponent(name)}/pullrequest/${request.pullRequestId}`;
  return { id: request.pullRequestId, url, title: request.title, ...(isExisting && { isExisting }) };
};

const openers: Readonly<Record<CodeHost, Open>> = { github: onGithub, gitlab: onGitlab, azure: onAzure };

async function firstOf<Shape extends z.ZodType>(
  service: ServiceCall,
  path: string,
  shape: Shape,
  key?: string,
): Promise<z.output<Shape>> {
  const all = z.array(shape);
  const found =
    key === undefined ? await service.ask(path, all) : (await service.ask(path, z.object({ [key]: all })))[key]!;
  const [first] = found;
  if (first === undefined) throw new ActionInvalid("The pull request exists already, but it cannot be found.");
  return first;
}
