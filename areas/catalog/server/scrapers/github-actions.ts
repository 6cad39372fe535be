// Reads the workflows of a GitHub repository, with their runs of the last week as changes.
import { z } from "zod";
import { fits, parsePattern } from "#lib/text/match.ts";
import { filled, text, texts } from "#server/spec/parts.ts";
import { ConnectionFailure } from "#areas/connections/server/index.ts";
import { defineScraper } from "../scrape/scraper-kind.ts";
import { scraperEntry } from "../spec/entry.ts";
import { changesOf } from "./github/runs.ts";
import { githubAccess, githubAt } from "./github/rest-api.ts";
import { explainFailures } from "./reading/explain-failures.ts";

const workflow = z.looseObject({
  id: z.number(),
  name: z.string(),
  path: z.string(),
  state: z.string(),
  html_url: z.string().nullish(),
  created_at: z.string().nullish(),
});
const workflowsPage = z.object({ workflows: z.array(workflow) });

export const githubActions = defineScraper({
  type: "githubActions",
  title: "GitHub Actions",
  icon: "github",
  group: "Files and code",
  // This kind's `status` selects runs; it is not the transform rule for the status of the item.
  readsItself: ["status"],
  spec: scraperEntry({
    owner: filled.meta({ label: "Owner" }),
    repository: filled.meta({ label: "Repository" }),
    workflows: texts.optional().meta({
      label: "Workflows",
      placeholder: "release.yaml, or deploy-*",
      description: "Names or files; patterns are allowed. Default: all.",
    }),
    branch: text.optional().meta({ label: "Branch", description: "Only runs on this branch." }),
    actor: text.optional().meta({ label: "Actor", description: "Only runs started by this user." }),
    status: text.optional().meta({
      label: "Status of runs",
      placeholder: "success",
      description: "A status or a conclusion. Default: all completed runs.",
    }),
    ...githubAccess,
  }),

  scrape: (spec, run) =>
    explainFailures(run, async function* (traced) {
      const { owner, repository, workflows = [], branch, actor, status } = spec;
      const service = await githubAt(spec, traced);
      const base = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}`;
      const known = await service.one(base, z.looseObject({ full_name: z.string() }));
      if (!known)
        throw new ConnectionFailure(
          `GitHub has no repository ${owner}/${repository}, or the token is not allowed to see it`,
          "Check the name, and the permissions of the token.",
        );
      const patterns = workflows.map(parsePattern);
      for await (const found of service.all(`${base}/actions/workflows`, workflowsPage, (page) => page.workflows)) {
        const names = [found.name, found.path, found.path.split("/").at(-1)!, String(found.id)];
        if (patterns.length > 0 && !patterns.some((pattern) => names.some((name) => fits(pattern, name)))) continue;
        const { updated_at: _, badge_url: __, url: ___, ...document } = found;
        yield {
          id: String(found.id),
          aliases: [`${known.full_name}/${found.path}`],
          name: `${known.full_name}/${found.name}`,
          type: "GitHubActions::Workflow",
          class: "Deployment",
          status: found.state === "active" ? "Active" : found.state.replaceAll("_", " "),
          health: found.state === "active" ? "healthy" : "unknown",
          source: found.html_url ?? undefined,
          createdAt: found.created_at ? new Date(found.created_at) : undefined,
          document,
          labels: { repository: known.full_name },
          tags: { owner },
          // The parent is found if a repository scraper has saved the repository.
          parents: [{ externalId: known.full_name, type: "GitHub::Repository", scraper: "all" }],
          changes: await changesOf(service, `${base}/actions/workflows/${found.id}`, { branch, actor, status }),
        };
      }
    }),
});
