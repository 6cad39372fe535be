// Workflows of a repository of GitHub, with their runs of the last week as changes.
import { z } from "zod";
import { fits, parsePattern } from "#language/match.ts";
import { filled, text, texts } from "#server/spec/parts.ts";
import { ConnectionFailure } from "../../../connections/server/index.ts";
import { defineScraper } from "../scraper-kind.ts";
import { scraperEntry } from "../spec/entry.ts";
import { changesOf } from "./github/runs.ts";
import { githubAccess, githubAt } from "./github/service.ts";
import { toldWhere } from "./told-where.ts";

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
  // Of the runs, and not of the item.
  readsItself: ["status"],
  spec: scraperEntry({
    owner: filled.meta({ label: "Owner" }),
    repository: filled.meta({ label: "Repository" }),
    workflows: texts.optional().meta({
      label: "Workflows",
      placeholder: "release.yaml, or deploy-*",
      description: "Names or files, also patterns. All unless said.",
    }),
    branch: text.optional().meta({ label: "Branch", description: "Of the runs." }),
    actor: text.optional().meta({ label: "Actor", description: "Whose runs." }),
    status: text.optional().meta({
      label: "Status of runs",
      placeholder: "success",
      description: "A status or a conclusion. All that have ended unless said.",
    }),
    ...githubAccess,
  }),

  scrape: (spec, run) =>
    toldWhere(run, async function* (way) {
      const { owner, repository, workflows = [], branch, actor, status } = spec;
      const service = await githubAt(spec, way);
      const base = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}`;
      const known = await service.one(base, z.looseObject({ full_name: z.string() }));
      if (!known)
        throw new ConnectionFailure(
          `GitHub has no repository ${owner}/${repository}, or the token may not see it`,
          "Check the name, and what the token may read.",
        );
      const patterns = workflows.map(parsePattern);
      for await (const one of service.all(`${base}/actions/workflows`, workflowsPage, (page) => page.workflows)) {
        const names = [one.name, one.path, one.path.split("/").at(-1)!, String(one.id)];
        if (patterns.length > 0 && !patterns.some((pattern) => names.some((name) => fits(pattern, name)))) continue;
        const { updated_at: _, badge_url: __, url: ___, ...document } = one;
        yield {
          id: String(one.id),
          aliases: [`${known.full_name}/${one.path}`],
          name: `${known.full_name}/${one.name}`,
          type: "GitHubActions::Workflow",
          class: "Deployment",
          status: one.state === "active" ? "Active" : one.state.replaceAll("_", " "),
          health: one.state === "active" ? "healthy" : "unknown",
          source: one.html_url ?? undefined,
          createdAt: one.created_at ? new Date(one.created_at) : undefined,
          document,
          labels: { repository: known.full_name },
          tags: { owner },
          // Where a scraper of repositories knows it.
          parents: [{ externalId: known.full_name, type: "GitHub::Repository", scraper: "all" }],
          changes: await changesOf(service, `${base}/actions/workflows/${one.id}`, { branch, actor, status }),
        };
      }
    }),
});
