import { expect, test } from "vitest";
import { code, tokens } from "#tests/services/code.ts";
import { startStandIns } from "#tests/services/stand-in.ts";
import { type Parts, tried } from "#tests/services/tried.ts";
import type { ConnectionType } from "../connection/connection-type.ts";
import { azureDevops } from "./azure_devops.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";

const standIns = await startStandIns(code);

const wrongToken = (name: string) =>
  `${name} does not accept the personal access token → Check the personal access token (mistyped, revoked, expired).`;

test.each<[title: string, type: ConnectionType, parts: Parts, expected: string]>([
  ["a token that GitHub does not know", github, { password: "ghp_wrong" }, wrongToken("GitHub")],
  ["a token that GitLab does not know", gitlab, { password: "glpat-wrong" }, wrongToken("GitLab")],
  [
    "a token that is not allowed to read its owner",
    gitlab,
    { password: tokens.gitlabWithoutScope },
    "GitLab accepts the personal access token, but the right to read its owner (scope read_user or api) is missing: The request requires higher privileges than provided by the access token → Grant the right to read its owner (scope read_user or api).",
  ],
  [
    "a token that Azure DevOps answers with its page to sign in",
    azureDevops,
    { username: "fabrikam", password: "wrong-token" },
    wrongToken("Azure DevOps"),
  ],
  [
    "an organization that is not there",
    azureDevops,
    { username: "contoso", password: tokens.azureDevops },
    "The organization contoso does not exist in Azure DevOps → Check Organization.",
  ],
])("tests a code hosting connection: %s", async (_, type, parts, expected) => {
  expect(await tried(type, parts, standIns)).toBe(expected);
});

test("reports the rate limit of GitHub", async () => {
  const outbound = standIns.instead(() => ({ status: 429, body: { message: "API rate limit exceeded" } }));
  expect(await tried(github, { password: tokens.github }, { outbound })).toBe(
    "GitHub received too many requests → Try again later.",
  );
});
