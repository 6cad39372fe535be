// Reads GitHub organizations and repositories, with the runs of their workflows as changes.
import { z } from "zod";
import { fits, isExact, parsePattern } from "#lib/text/match.ts";
import { filled, list, part, text, texts } from "#server/spec/parts.ts";
import { defineScraper, type ScrapeRun } from "../scrape/scraper-kind.ts";
import { scraperEntry } from "../spec/entry.ts";
import { organization, organizationItem } from "./github/organization.ts";
import { repository, repositoryItem, type Repository } from "./github/repository.ts";
import { changesOf } from "./github/runs.ts";
import { githubAccess, githubAt, type GitHub } from "./github/rest-api.ts";
import { explainFailures } from "./reading/explain-failures.ts";

const chosen = {
  repo: text.optional().meta({ label: "Repository", placeholder: "*, or service-*", description: "Default: all." }),
  topics: texts.optional().meta({ label: "Topics", description: "Only repositories with one of these topics." }),
};
const wantedRepositories = part({
  owner: filled.meta({ label: "Owner", description: "A user or an organization." }),
  ...chosen,
});
const wantedOrganization = part({ owner: filled.meta({ label: "Organization" }), ...chosen });

type Wanted = z.output<typeof wantedRepositories>;

/** Fields of existing manifests that are not supported: a run warns about them. */
const notRead = ["security", "openssf", "permissions", "securityFilters"] as const;
const ignoredPart = z.unknown().optional().meta({ deprecated: true });

const githubSpec = scraperEntry({
  repositories: list(wantedRepositories).optional().meta({ label: "Repositories" }),
  organizations: list(wantedOrganization)
    .optional()
    .meta({ label: "Organizations", description: "The organizations and their repositories." }),
  ...githubAccess,
  ...Object.fromEntries(notRead.map((name) => [name, ignoredPart])),
}).superRefine(({ repositories = [], organizations = [] }, context) => {
  if (repositories.length + organizations.length === 0)
    context.addIssue({
      code: "custom",
      path: ["repositories"],
      message: "is required, unless there are organizations",
    });
});

export const github = defineScraper({
  type: "github",
  title: "GitHub",
  icon: "github",
  group: "Files and code",
  spec: githubSpec,

  scrape: (spec, run) =>
    explainFailures(run, async function* (traced) {
      for (const word of notRead)
        if (spec[word]) traced.warn(`${word} of github is not supported by this version of Quarterdeck yet.`);
      const { repositories = [], organizations = [] } = spec;
      const service = await githubAt(spec, traced);
      const known: Wanted[] = [];
      for (const wanted of organizations) {
        const found = await service.one(`/orgs/${encodeURIComponent(wanted.owner)}`, organization);
        if (!found) missing(`organization ${wanted.owner}`, "GitHub::Organization", traced);
        else if (!known.some(({ owner }) => owner === found.login)) yield organizationItem(found);
        if (found) known.push({ ...wanted, owner: found.login });
      }
      const seen = new Set<number>();
      for (const wanted of [...known, ...repositories])
        for await (const found of repositoriesOf(service, wanted, traced)) {
          if (seen.has(found.id)) continue;
          seen.add(found.id);
          yield { ...repositoryItem(found), changes: await changesOf(service, `/repos/${found.full_name}/actions`) };
        }
    }),
});

async function* repositoriesOf(
  service: GitHub,
  { owner, repo = "*", topics = [] }: Wanted,
  run: ScrapeRun,
): AsyncGenerator<Repository> {
  const pattern = parsePattern(repo || "*");
  const hasTopic = (found: Repository) => topics.length === 0 || topics.some((topic) => found.topics.includes(topic));
  if (isExact(pattern)) {
    const found = await service.one(`/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`, repository);
    if (!found) missing(`${owner}/${repo}`, "GitHub::Repository", run);
    else if (hasTopic(found)) yield found;
    return;
  }
  const account = await service.one(`/users/${encodeURIComponent(owner)}`, z.looseObject({ type: z.string() }));
  if (!account) return missing(owner, "GitHub::Repository", run);
  const base = account.type === "Organization" ? "orgs" : "users";
  const path = `/${base}/${encodeURIComponent(owner)}/repos?sort=full_name`;
  for await (const found of service.all(path, z.array(repository), (page) => page))
    if (fits(pattern, found.name) && hasTopic(found)) yield found;
}

const missing = (what: string, type: string, run: ScrapeRun) =>
  run.fail(
    `GitHub has no ${what}, or the token is not allowed to see it. Check the name, and the permissions of the token.`,
    {
      type,
    },
  );
