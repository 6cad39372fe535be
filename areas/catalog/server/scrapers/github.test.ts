// Tests scrapes of a stand-in that implements the documented REST API of GitHub.
import { expect, test } from "vitest";
import { scrapeOnce } from "#tests/servers/scrape-once.ts";
import { code, rateLimitReset, tokens } from "#tests/services/code.ts";
import { json, startStandIns } from "#tests/services/stand-in.ts";
import { limitedUntil, nextIn } from "./github/rest-api.ts";

const standIns = await startStandIns(code);
const { outbound } = standIns;
const access = { personalAccessToken: { value: tokens.github } };

test("finds the matching repositories of all pages, with completed runs as changes", async () => {
  const { found, failed } = await scrapeOnce(
    "github",
    { repositories: [{ owner: "harbour" }], ...access },
    { outbound },
  );
  expect(failed).toEqual([]);
  expect(found.map(({ id, type, status }) => [id, type, status])).toEqual(
    ["ship", "raft", "anchor"].map((name) => [`harbour/${name}`, "GitHub::Repository", "Active"]),
  );
  expect(found[0]!.changes).toMatchObject([
    {
      externalId: "30433642",
      type: "WorkflowRun",
      severity: "info",
      summary: "CI #42 on main: success",
      createdBy: "octocat",
    },
    { externalId: "30433643", severity: "high", summary: "CI #43 on storm: failure" },
  ]);
  expect(found[1]!.changes).toEqual([]);
});

test("leaves counters out of the document", async () => {
  const wanted = { repositories: [{ owner: "harbour", repo: "ship" }], ...access };
  const [ship] = (await scrapeOnce("github", wanted, { outbound })).found;
  expect(ship!.document).toMatchObject({ default_branch: "main", html_url: "https://github.com/harbour/ship" });
  expect(Object.keys(ship!.document as object)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/_count$|^size$|^pushed_at$|^url$/)]),
  );
});

test("selects by name and topic, and yields a repository once even if two selectors match", async () => {
  const repositories = [
    { owner: "harbour", repo: "*r*", topics: ["fleet"] },
    { owner: "harbour", repo: "raft" },
  ];
  const { found } = await scrapeOnce("github", { repositories, ...access }, { outbound });
  expect(found.map(({ id }) => id)).toEqual(["harbour/raft"]);
});

test("yields an organization with its matching repositories of all pages as children", async () => {
  const spec = { organizations: [{ owner: "harbour", topics: ["fleet"] }], ...access };
  const { found, failed, warned } = await scrapeOnce("github", spec, { outbound });
  expect([failed, warned]).toEqual([[], []]);
  expect(found.map(({ id, type }) => [id, type])).toEqual([
    ["harbour", "GitHub::Organization"],
    ["harbour/ship", "GitHub::Repository"],
    ["harbour/raft", "GitHub::Repository"],
  ]);
  expect(found[0]).toMatchObject({
    aliases: ["GitHub/Organization/9"],
    status: "Active",
    description: "Ships, and what they are tied to",
    source: "https://github.com/harbour",
  });
  expect(found[0]!.document).toEqual({
    login: "harbour",
    id: 9,
    node_id: "O_9",
    description: "Ships, and what they are tied to",
    name: "The Harbour",
    location: "Hamburg",
    email: "port@harbour.example",
    has_organization_projects: true,
    html_url: "https://github.com/harbour",
    created_at: "2008-01-14T04:33:35Z",
    type: "Organization",
    default_repository_permission: "read",
    members_can_create_repositories: true,
    two_factor_requirement_enabled: true,
  });
  for (const repository of found.slice(1))
    expect(repository.parents).toEqual([{ externalId: "harbour", type: "GitHub::Organization", scraper: "all" }]);
});

test("yields items only once if an organization and a repository both select them", async () => {
  const spec = {
    organizations: [
      { owner: "harbour", repo: "ship" },
      { owner: "harbour", repo: "raft" },
    ],
    repositories: [{ owner: "harbour" }],
    ...access,
  };
  const { found } = await scrapeOnce("github", spec, { outbound });
  expect(found.map(({ id }) => id)).toEqual(["harbour", "harbour/ship", "harbour/raft", "harbour/anchor"]);
  const { found: none, failed } = await scrapeOnce(
    "github",
    { organizations: [{ owner: "nobody" }], ...access },
    { outbound },
  );
  expect([none, failed]).toEqual([[], [expect.stringContaining("GitHub has no organization nobody")]]);
});

test("reports missing repositories as failures, so that no item counts as deleted", async () => {
  const repositories = [{ owner: "harbour", repo: "wreck" }, { owner: "nobody" }, { owner: "harbour", repo: "raft" }];
  const { found, failed } = await scrapeOnce("github", { repositories, ...access }, { outbound });
  expect(found.map(({ id }) => id)).toEqual(["harbour/raft"]);
  expect(failed).toEqual([
    expect.stringContaining("GitHub has no harbour/wreck"),
    expect.stringContaining("GitHub has no nobody"),
  ]);
});

test("fails when a page of a list is missing, so that its items do not count as deleted", async () => {
  const repository = { id: 1, name: "ship", full_name: "harbour/ship", owner: { login: "harbour" }, private: false };
  const cut = standIns.instead(({ path, query }) =>
    path.startsWith("/users/")
      ? json({ type: "Organization" })
      : path === "/orgs/harbour/repos" && query.get("page") !== "2"
        ? {
            ...json([repository]),
            headers: { link: '<https://api.github.com/orgs/harbour/repos?page=2>; rel="next"' },
          }
        : json({ message: "Not Found" }, 404),
  );
  const { error } = await scrapeOnce("github", { repositories: [{ owner: "harbour" }], ...access }, { outbound: cut });
  expect(error).toMatch(/404|no such|not there|Not Found/i);
});

test("finds workflows with the selected runs", async () => {
  const spec = { owner: "harbour", repository: "ship", workflows: ["ci.yaml"], ...access };
  const [ci, ...none] = (await scrapeOnce("githubActions", spec, { outbound })).found;
  expect(none).toEqual([]);
  expect(ci).toMatchObject({
    id: "161335",
    name: "harbour/ship/CI",
    type: "GitHubActions::Workflow",
    parents: [{ externalId: "harbour/ship", type: "GitHub::Repository", scraper: "all" }],
  });
  expect(ci!.changes).toHaveLength(2);
  const storm = await scrapeOnce("githubActions", { ...spec, branch: "storm" }, { outbound });
  expect(storm.found[0]!.changes!.map(({ externalId }) => externalId)).toEqual(["30433643"]);
  const others = await scrapeOnce("githubActions", { ...spec, workflows: ["release-*"] }, { outbound });
  expect(others).toMatchObject({ found: [] });
});

test.each(["github", "githubActions"])("%s: stops the run, and waits until the rate limit is reset", async (type) => {
  const spec = {
    repositories: [{ owner: "harbour" }],
    owner: "harbour",
    repository: "ship",
    token: tokens.githubSpent,
  };
  expect(await scrapeOnce(type, spec, { outbound })).toMatchObject({
    found: [],
    until: new Date(rateLimitReset * 1_000),
  });
});

test("reports a wrong token, an unreachable server, and a server that is not GitHub", async () => {
  const spec = { repositories: [{ owner: "harbour" }], token: "guessed" };
  expect((await scrapeOnce("github", spec, { outbound })).error).toContain("GitHub does not accept the token");
  expect((await scrapeOnce("github", spec, { outbound: standIns.down })).error).toContain("GitHub at api.github.com");
  const page = standIns.instead(() => ({ body: "<html>welcome</html>" }));
  expect((await scrapeOnce("github", spec, { outbound: page })).error).toContain(
    "is not a valid GitHub response: it returned a web page",
  );
});

test("reads rate limits as documented, and follows pages only on the same server", () => {
  const now = Date.parse("2026-11-15T10:00:00Z");
  const seconds = now / 1_000;
  expect(limitedUntil({ "retry-after": "60" }, now)).toEqual(new Date(now + 60_000));
  const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(seconds + 90) };
  expect(limitedUntil(spent, now)).toEqual(new Date(now + 90_000));
  expect(limitedUntil({ ...spent, "x-ratelimit-remaining": "7" }, now)).toBeUndefined();
  const base = "https://git.corp.example/api/v3";
  expect(nextIn(`<${base}/repos?page=2>; rel="next", <${base}/repos?page=9>; rel="last"`, base)).toBe("/repos?page=2");
  expect(() => nextIn('<https://elsewhere.example/api/v3/repos?page=2>; rel="next"', base)).toThrow(
    "The next page is at https://elsewhere.example",
  );
  expect(nextIn(undefined, base)).toBeUndefined();
});

test("warns about fields of github that are not supported", async () => {
  const notRead = ["security", "openssf", "permissions", "securityFilters"];
  const ignored = Object.fromEntries(notRead.map((name) => [name, true]));
  const spec = { repositories: [{ owner: "nobody" }], ...ignored, token: "x" };
  const { warned } = await scrapeOnce("github", spec, { outbound });
  expect(warned.slice(0, notRead.length)).toEqual(
    notRead.map((name) => `${name} of github is not supported by this version of Quarterdeck yet.`),
  );
});

test("requests the runs of one actor, with the token of the connection", async () => {
  const connections = { "connection://ops/github": { password: tokens.github } };
  const spec = { owner: "harbour", repository: "ship", actor: "ada", connection: "connection://ops/github" };
  standIns.asked();
  await scrapeOnce("githubActions", spec, { outbound, connections });
  const runs = standIns.asked().filter(({ path }) => path.endsWith("/runs"));
  expect(runs.map(({ query }) => query.get("actor"))).toEqual(runs.map(() => "ada"));
  expect(runs[0]!.headers["authorization"]).toBe(`Bearer ${tokens.github}`);
});
