// Simulates code hosts according to their documentation.
import { json, type StandIn } from "./stand-in.ts";

export const tokens = {
  github: "github_pat_11AAcanaryR",
  githubSpent: "github_pat_11AAcanaryV",
  gitlab: "glpat-canaryT-99",
  gitlabWithoutScope: "glpat-canaryY-10",
  azureDevops: "canaryU4h2vdevopspat",
};

/** The time when the rate-limited token works again, in seconds. */
export const rateLimitReset = Math.floor(Date.parse("2099-01-01T00:00:00Z") / 1_000);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().replace(/\.\d+/, "");

/** Repositories; tests may change them. */
export const hostedRepositories = ["ship", "raft", "anchor"].map((name, index) => ({
  id: 1_296_269 + index,
  node_id: `R_${index}`,
  name,
  full_name: `harbour/${name}`,
  owner: { login: "harbour", id: 9, type: "Organization" },
  private: false,
  html_url: `https://github.com/harbour/${name}`,
  description: `The ${name}`,
  fork: false,
  url: `https://api.github.com/repos/harbour/${name}`,
  forks_count: 3,
  stargazers_count: 80,
  size: 108,
  default_branch: "main",
  topics: name === "anchor" ? [] : ["fleet"],
  archived: false,
  disabled: false,
  visibility: "public",
  pushed_at: daysAgo(0),
  created_at: "2021-01-26T19:01:12Z",
  updated_at: daysAgo(0),
}));

/** https://docs.github.com/en/rest/orgs/orgs#get-an-organization */
const hostedOrganization = {
  login: "harbour",
  id: 9,
  node_id: "O_9",
  url: "https://api.github.com/orgs/harbour",
  repos_url: "https://api.github.com/orgs/harbour/repos",
  avatar_url: "https://avatars.example/9",
  description: "Ships, and what they are tied to",
  name: "The Harbour",
  company: null,
  location: "Hamburg",
  email: "port@harbour.example",
  has_organization_projects: true,
  public_repos: 3,
  public_gists: 1,
  followers: 20,
  following: 0,
  html_url: "https://github.com/harbour",
  created_at: "2008-01-14T04:33:35Z",
  updated_at: daysAgo(0),
  archived_at: null,
  type: "Organization",
  total_private_repos: 100,
  owned_private_repos: 100,
  disk_usage: 10_000,
  collaborators: 8,
  plan: { name: "team", space: 400, private_repos: 20, filled_seats: 4, seats: 5 },
  default_repository_permission: "read",
  members_can_create_repositories: true,
  two_factor_requirement_enabled: true,
};

const workflow = {
  id: 161_335,
  node_id: "W_1",
  name: "CI",
  path: ".github/workflows/ci.yaml",
  state: "active",
  created_at: "2022-01-08T23:48:37.000-08:00",
  updated_at: "2022-01-08T23:50:21.000-08:00",
  html_url: "https://github.com/harbour/ship/blob/main/.github/workflows/ci.yaml",
  badge_url: "https://github.com/harbour/ship/workflows/CI/badge.svg",
};

const run = (id: number, status: string, conclusion: string | null, branch = "main") => ({
  id,
  name: "CI",
  display_title: "Mend the keel",
  run_number: id - 30_433_600,
  run_attempt: 1,
  event: "push",
  status,
  conclusion,
  head_branch: branch,
  head_sha: "acb5820ced9479c074f688cc328bf03f341a511d",
  html_url: `https://github.com/harbour/ship/actions/runs/${id}`,
  workflow_id: workflow.id,
  created_at: daysAgo(1),
  run_started_at: daysAgo(1),
  updated_at: daysAgo(1),
  actor: { login: "octocat", id: 1 },
});

export const hostedRuns = [
  run(30_433_642, "completed", "success"),
  run(30_433_643, "completed", "failure", "storm"),
  run(30_433_644, "in_progress", null),
];

/** https://docs.github.com/en/rest/repos/repos, …/actions/workflows and …/actions/workflow-runs; two items per page. */
function hosted(path: string, query: URLSearchParams): ReturnType<StandIn> | undefined {
  const pageOf = <Item>(all: readonly Item[], wrapped: (items: readonly Item[]) => object) => {
    const page = Number(query.get("page") ?? "1");
    const items = all.slice((page - 1) * 2, page * 2);
    const next = new URLSearchParams(query);
    next.set("page", String(page + 1));
    const hasMore = page * 2 < all.length;
    const link = hasMore ? { link: `<https://api.github.com${path}?${next}>; rel="next"` } : {};
    return json(wrapped(items), 200, link);
  };
  if (path === "/orgs/harbour") return json(hostedOrganization);
  if (path === "/users/harbour") return json({ login: "harbour", id: 9, type: "Organization" });
  if (path === "/orgs/harbour/repos") return pageOf(hostedRepositories, (items) => items);
  const [, name, rest = ""] = /^\/repos\/harbour\/(\w+)(\/.*)?$/.exec(path) ?? [];
  const repository = hostedRepositories.find((hostedRepository) => hostedRepository.name === name);
  if (!repository) return undefined;
  if (rest === "") return json(repository);
  // Other repositories have no actions and return 404.
  if (name !== "ship")
    return rest.startsWith("/actions/") ? json({ message: "Not Found", status: "404" }, 404) : undefined;
  const branch = query.get("branch");
  const runs = hostedRuns.filter((hostedRun) => branch === null || hostedRun.head_branch === branch);
  const workflow_runs = (items: readonly object[]) => ({ total_count: runs.length, workflow_runs: items });
  if (rest === "/actions/workflows") return pageOf([workflow], (items) => ({ total_count: 1, workflows: items }));
  if (rest === "/actions/runs" || rest === `/actions/workflows/${workflow.id}/runs`) {
    // Without this filter the API would return all runs since the beginning.
    if (!/^>=\d{4}-\d\d-\d\d$/.test(query.get("created") ?? "")) return json({ message: "Bad search" }, 422);
    return pageOf(runs, workflow_runs);
  }
  return undefined;
}

/** https://docs.github.com/en/rest/users/users#get-the-authenticated-user */
const github: StandIn = ({ path, query, headers }) => {
  if (!headers["user-agent"]) return { status: 403, body: "Request forbidden by administrative rules." };
  // https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
  if (headers["authorization"] === `Bearer ${tokens.githubSpent}`)
    return json({ message: "API rate limit exceeded for user ID 1." }, 403, {
      "x-ratelimit-limit": "5000",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(rateLimitReset),
    });
  if (headers["authorization"] !== `Bearer ${tokens.github}`)
    return json({ message: "Bad credentials", documentation_url: "https://docs.github.com/rest", status: "401" }, 401);
  const found = hosted(path, query);
  if (found) return found;
  if (path !== "/user") return json({ message: "Not Found", status: "404" }, 404);
  return json({ login: "octocat", id: 1, type: "User" }, 200, {
    "github-authentication-token-expiration": "2027-03-01 10:00:00 UTC",
  });
};

/** https://docs.gitlab.com/api/users/#get-the-current-user */
const gitlab: StandIn = ({ path, headers }) => {
  const token = headers["private-token"];
  if (token === tokens.gitlabWithoutScope)
    return json(
      {
        error: "insufficient_scope",
        error_description: "The request requires higher privileges than provided by the access token.",
        scope: "api read_user",
      },
      403,
    );
  if (token !== tokens.gitlab) return json({ message: "401 Unauthorized" }, 401);
  if (path !== "/api/v4/user") return json({ error: "404 Not Found" }, 404);
  return json({ id: 1, username: "john_smith", name: "John Smith", state: "active" });
};

/** https://learn.microsoft.com/en-us/rest/api/azure/devops/core/projects/list */
const azureDevops: StandIn = ({ path, query, headers }) => {
  // Without a valid token the service returns the sign-in page with a success status.
  if (headers["authorization"] !== `Basic ${Buffer.from(`:${tokens.azureDevops}`).toString("base64")}`)
    return { status: 203, body: "<!DOCTYPE html><html><title>Azure DevOps Services | Sign In</title></html>" };
  const [, organization, ...rest] = path.split("/");
  if (organization !== "fabrikam") return { status: 404, body: "<html>The resource cannot be found.</html>" };
  if (rest.join("/") !== "_apis/projects" || query.get("api-version") !== "7.1")
    return json({ message: "No HTTP resource was found", typeKey: "HttpResourceNotFoundException" }, 404);
  const project = (name: string) => ({ id: "eb6e4656", name, state: "wellFormed", visibility: "private" });
  return json({ count: 2, value: [project("Fabrikam-Fiber-Git"), project("TestGit")] });
};

export const code = {
  "api.github.com": github,
  "gitlab.com": gitlab,
  "dev.azure.com": azureDevops,
};
