// Simulates the parts of code hosts that change something, as their documentation describes them: pull requests,
// workflows and pipelines.
import { tokens } from "./code.ts";
import { json, type Answer, type StandIn } from "./stand-in.ts";

interface Pull {
  number: number;
  head: string;
  base: string;
  title: string;
  labels: string[];
  merge?: string;
}

export interface CodeChanges {
  services: Readonly<Record<string, StandIn>>;
  pulls: Pull[];
  /** Dispatched workflows; each becomes a run that has ended by the third request for its status. */
  dispatches: { workflow: string; ref: string; inputs: unknown }[];
  /** The conclusion of the runs. */
  conclusion: string;
}

export function codeChanges(): CodeChanges {
  const state: CodeChanges = { services: {}, pulls: [], dispatches: [], conclusion: "success" };
  const opened = (pull: Omit<Pull, "number" | "labels">, labels: string[] = []): Pull | undefined => {
    if (state.pulls.some(({ head, base }) => head === pull.head && base === pull.base)) return undefined;
    const added = { ...pull, number: state.pulls.length + 1, labels };
    state.pulls.push(added);
    return added;
  };
  let looks = 0;

  const githubPull = ({ number, title }: Pull) => ({
    number,
    title,
    node_id: `PR_${number}`,
    state: "open",
    html_url: `https://github.com/harbour/ship/pull/${number}`,
  });

  /** https://docs.github.com/en/rest/pulls/pulls, …/issues/labels and …/actions/workflows */
  const github: StandIn = ({ method, path, query, headers, body }) => {
    if (headers["authorization"] !== `Bearer ${tokens.github}`) return json({ message: "Bad credentials" }, 401);
    const sent = (body === "" ? {} : JSON.parse(body)) as Record<string, never>;
    if (path === "/graphql") return graphql(sent);
    if (path === "/repos/harbour/ship/pulls" && method === "POST") {
      const pull = opened({ head: sent["head"]!, base: sent["base"]!, title: sent["title"]! });
      if (pull) return json(githubPull(pull), 201);
      const message = `A pull request already exists for harbour:${String(sent["head"])}.`;
      return json({ message: "Validation Failed", errors: [{ resource: "PullRequest", message }] }, 422);
    }
    if (path === "/repos/harbour/ship/pulls")
      return json(state.pulls.filter(({ head }) => `harbour:${head}` === query.get("head")).map(githubPull));
    const [, number, rest] = /^\/repos\/harbour\/ship\/(?:issues|pulls)\/(\d+)\/(labels|merge)$/.exec(path) ?? [];
    const pull = state.pulls.find((each) => each.number === Number(number));
    if (pull && rest === "labels") {
      pull.labels.push(...(sent["labels"] as unknown as string[]));
      return json(pull.labels.map((name) => ({ name })));
    }
    if (pull && rest === "merge" && method === "PUT") {
      pull.merge = sent["merge_method"]!;
      return json({ merged: true, sha: "6dcb09b5b57875f334f61aebed695e2e4193db5e" });
    }
    return workflows(path, method, sent) ?? json({ message: "Not Found", status: "404" }, 404);
  };

  function graphql(sent: Readonly<Record<string, unknown>>): Answer {
    const { id, method } = sent["variables"] as { id: string; method: string };
    const pull = state.pulls.find(({ number }) => `PR_${number}` === id);
    if (!pull) return json({ errors: [{ message: "Could not resolve to a node" }] });
    if (pull.title.includes("clean"))
      return json({ errors: [{ message: "Pull request Pull request is in clean status" }] });
    pull.merge = method;
    return json({ data: { enablePullRequestAutoMerge: { clientMutationId: null } } });
  }

  function workflows(path: string, method: string, sent: Readonly<Record<string, never>>): Answer | undefined {
    const [, workflow, rest] = /^\/repos\/harbour\/ship\/actions\/workflows\/([\w.-]+)\/(\w+)$/.exec(path) ?? [];
    if (workflow === undefined) return undefined;
    if (rest === "dispatches" && method === "POST") {
      if (workflow !== "deploy.yaml") return json({ message: "Not Found" }, 404);
      if (sent["ref"] !== "main") return json({ message: `No ref found for: ${String(sent["ref"])}` }, 422);
      looks = 0;
      state.dispatches.push({ workflow, ref: sent["ref"], inputs: sent["inputs"] });
      return { status: 204 };
    }
    looks += 1;
    const run = (id: number, status: string, conclusion: string | null) => ({
      id,
      status,
      conclusion,
      html_url: `https://github.com/harbour/ship/actions/runs/${id}`,
    });
    const earlier = run(100, "completed", "failure");
    if (state.dispatches.length === 0 || looks < 2) return json({ total_count: 1, workflow_runs: [earlier] });
    const id = 100 + state.dispatches.length;
    const own = looks < 3 ? run(id, "in_progress", null) : run(id, "completed", state.conclusion);
    return json({ total_count: 2, workflow_runs: [own, earlier] });
  }

  /** https://docs.gitlab.com/api/merge_requests/ */
  const gitlab: StandIn = ({ method, path, query, headers, body }) => {
    if (headers["private-token"] !== tokens.gitlab) return json({ message: "401 Unauthorized" }, 401);
    const sent = (body === "" ? {} : JSON.parse(body)) as Record<string, string>;
    const base = "/api/v4/projects/harbour%2Ffleet%2Fship/merge_requests";
    const shown = ({ number, title }: Pull) => ({
      iid: number,
      title,
      web_url: `https://gitlab.com/harbour/fleet/ship/-/merge_requests/${number}`,
    });
    if (path === base && method === "POST") {
      const labels = sent["labels"]?.split(",") ?? [];
      const pull = opened(
        { head: sent["source_branch"]!, base: sent["target_branch"]!, title: sent["title"]! },
        labels,
      );
      return pull ? json(shown(pull), 201) : json({ message: ["Another open merge request already exists"] }, 409);
    }
    if (path === base) return json(state.pulls.filter(({ head }) => head === query.get("source_branch")).map(shown));
    const [, number] = new RegExp(`^${base}/(\\d+)/merge$`).exec(path) ?? [];
    const pull = state.pulls.find((each) => each.number === Number(number));
    if (!pull || method !== "PUT") return json({ error: "404 Not Found" }, 404);
    pull.merge = body;
    return json(shown(pull));
  };

  /** https://learn.microsoft.com/en-us/rest/api/azure/devops/git/pull-requests and …/pipelines/runs/run-pipeline */
  const azure: StandIn = ({ method, path, query, headers, body }) => {
    if (headers["authorization"] !== `Basic ${Buffer.from(`:${tokens.azureDevops}`).toString("base64")}`)
      return { status: 203, body: "<!DOCTYPE html><html><title>Azure DevOps Services | Sign In</title></html>" };
    if (query.get("api-version") !== "7.1") return json({ message: "No api-version was supplied" }, 400);
    const sent = (body === "" ? {} : JSON.parse(body)) as Record<string, never>;
    const base = "/fabrikam/Fiber/_apis/git/repositories/ship/pullrequests";
    const shown = ({ number, title }: Pull) => ({ pullRequestId: number, title, createdBy: { id: "d6245f20" } });
    if (path === base && method === "POST") {
      const labels = ((sent["labels"] ?? []) as { name: string }[]).map(({ name }) => name);
      const pull = opened(
        { head: sent["sourceRefName"]!, base: sent["targetRefName"]!, title: sent["title"]! },
        labels,
      );
      return pull ? json(shown(pull), 201) : json({ message: "TF401179: An active pull request already exists" }, 409);
    }
    if (path === base)
      return json({
        value: state.pulls.filter(({ head }) => head === query.get("searchCriteria.sourceRefName")).map(shown),
      });
    const pull = state.pulls.find(({ number }) => path === `${base}/${number}`);
    if (pull && method === "PATCH") {
      pull.merge = (sent["completionOptions"] as unknown as { mergeStrategy: string }).mergeStrategy;
      return json(shown(pull));
    }
    if (path === "/fabrikam/Fiber/_apis/pipelines/7/runs" && method === "POST")
      return json({
        id: 42,
        name: "20261117.1",
        state: "inProgress",
        pipeline: { id: 7, revision: Number(query.get("pipelineVersion") ?? 1) },
        templateParameters: sent["templateParameters"],
        _links: { web: { href: "https://dev.azure.com/fabrikam/Fiber/_build/results?buildId=42" } },
      });
    return json({ message: "Pipeline not found", typeKey: "PipelineNotFoundException" }, 404);
  };

  state.services = { "api.github.com": github, "gitlab.com": gitlab, "dev.azure.com": azure };
  return state;
}
