// Tests pull requests on simulated hosts.
import { beforeEach, expect, test } from "vitest";
import { createScrubber } from "#server/scrub/scrub.ts";
import { tokens } from "#tests/services/code.ts";
import { codeChanges } from "#tests/services/code-changes.ts";
import { startStandIns } from "#tests/services/stand-in.ts";
import { openPullRequest, placeOf, type PullRequest } from "./pull-request.ts";

const hosts = codeChanges();
const { outbound } = await startStandIns(hosts.services);

beforeEach(() => {
  hosts.pulls.length = 0;
});

const wanted: PullRequest = { title: "Sail", branch: "sail", base: "main", tags: ["tide"], autoMerge: undefined };
const open = (url: string, password: string, more: Partial<PullRequest> = {}) =>
  openPullRequest(
    placeOf(url)!,
    { ...wanted, ...more },
    {
      connection: { password, insecure_tls: false },
      way: { outbound, signal: new AbortController().signal, scrubber: createScrubber() },
    },
  );

const repositories = {
  github: ["https://github.com/harbour/ship.git", tokens.github, "https://github.com/harbour/ship/pull/1"],
  gitlab: [
    "git@gitlab.com:harbour/fleet/ship.git",
    tokens.gitlab,
    "https://gitlab.com/harbour/fleet/ship/-/merge_requests/1",
  ],
  azure: [
    "https://dev.azure.com/fabrikam/Fiber/_git/ship",
    tokens.azureDevops,
    "https://dev.azure.com/fabrikam/Fiber/_git/ship/pullrequest/1",
  ],
} as const;

test.each(Object.entries(repositories))(
  "%s: opens a pull request with labels, and reuses an existing pull request",
  async (_, [url, token, link]) => {
    expect(await open(url, token)).toEqual({ id: 1, title: "Sail", url: link });
    expect(hosts.pulls).toMatchObject([{ labels: ["tide"] }]);
    expect(await open(url, token)).toMatchObject({ id: 1, isExisting: true });
    expect(hosts.pulls).toHaveLength(1);
  },
);

test.each([
  ["github", { rebase: true }, "REBASE"],
  ["gitlab", { rebase: false }, '{"merge_when_pipeline_succeeds":true}'],
  ["azure", { rebase: true }, "rebase"],
] as const)("%s: merges automatically", async (host, autoMerge, merge) => {
  const [url, token] = repositories[host];
  await open(url, token, { autoMerge, tags: [] });
  expect(hosts.pulls).toMatchObject([{ merge }]);
});

test("GitHub merges immediately if no checks are pending", async () => {
  const [url, token] = repositories.github;
  await open(url, token, { title: "clean", autoMerge: { rebase: false } });
  expect(hosts.pulls).toMatchObject([{ merge: "merge" }]);
});

test("reports a refused token without printing the token", async () => {
  await expect(open(repositories.github[0], "ghp_canary")).rejects.toThrow("GitHub does not accept the token");
  await expect(open(repositories.github[0], "")).rejects.toThrow("needs a token");
});

test.each([
  ["https://github.com/harbour/ship", "github", "https://api.github.com", "harbour/ship"],
  ["https://github.example.org/harbour/ship.git", "github", "https://github.example.org/api/v3", "harbour/ship"],
  ["ssh://git@gitlab.example.org/a/b/c.git", "gitlab", "https://gitlab.example.org/api/v4", "a/b/c"],
  ["git@ssh.dev.azure.com:v3/fabrikam/Fiber/ship", "azure", "https://dev.azure.com", "fabrikam/Fiber/ship"],
])("finds the API of %s", (url, kind, api, path) => {
  expect(placeOf(url)).toEqual({ kind, api, path: path.split("/") });
});

test("unknown hosts have no pull requests, unless the type is set", () => {
  expect(placeOf("https://git.example.org/a/b.git")).toBeUndefined();
  expect(placeOf("https://git.example.org/a/b.git", undefined, "gitlab")).toMatchObject({
    kind: "gitlab",
    api: "https://git.example.org/api/v4",
  });
});
