// Tests workflows on a simulated GitHub, and pipelines on a simulated Azure DevOps.
import { beforeEach, expect, test } from "vitest";
import { faultsOf, planAction, runAction } from "#tests/support/actions.ts";
import { tokens } from "#tests/services/code.ts";
import { codeChanges } from "#tests/services/code-changes.ts";
import { startStandIns } from "#tests/services/stand-in.ts";

const hosts = codeChanges();
const { outbound } = await startStandIns(hosts.services);
beforeEach(() => {
  hosts.dispatches.length = 0;
  hosts.conclusion = "success";
});

const workflow = { id: "deploy.yaml", input: '{"ship": "ada"}' };
const block = { repo: "ship", username: "harbour", token: { value: tokens.github }, workflows: [workflow] };

test("PB-14: dispatches workflows and returns an empty result", async () => {
  const { outcome, output } = await runAction("github", block, { outbound });
  expect(outcome).toEqual({ result: {} });
  expect(hosts.dispatches).toEqual([{ workflow: "deploy.yaml", ref: "main", inputs: { ship: "ada" } }]);
  expect(output.stdout).toBe("Started deploy.yaml of harbour/ship on main\n");
});

test("follows the started workflow run until it ends", async () => {
  const { outcome, output } = await runAction("github", { ...block, follow: true }, { outbound });
  expect(outcome).toMatchObject({ result: { runs: [{ id: 101, conclusion: "success" }] } });
  expect(output.stdout).toContain("deploy.yaml: in_progress https://github.com/harbour/ship/actions/runs/101\n");
  hosts.conclusion = "failure";
  const failed = await runAction("github", { ...block, follow: true }, { outbound });
  expect(failed.outcome.error).toBe("https://github.com/harbour/ship/actions/runs/102 ended with failure");
}, 60_000);

test("stops following the workflow run when the action is cancelled", async () => {
  const cancel = new AbortController();
  const running = runAction(
    "github",
    { ...block, follow: true },
    {
      outbound,
      signal: cancel.signal,
      onOutput: () => cancel.abort(new Error("cancelled by ada")),
    },
  );
  await expect(running).rejects.toThrow("cancelled by ada");
});

test("fails with GitHub's error message, without the token", async () => {
  const unknown = { ...block, workflows: [{ id: "none.yaml" }] };
  await expect(runAction("github", unknown, { outbound })).rejects.toThrow("responded with “not found”");
  const ref = { ...block, workflows: [{ id: "deploy.yaml", ref: "reef" }] };
  await expect(runAction("github", ref, { outbound })).rejects.toThrow("No ref found for: reef");
  const token = { ...block, token: { value: "ghp_canaryWrong" } };
  await expect(runAction("github", token, { outbound })).rejects.toThrow("GitHub does not accept the token");
  const input = { ...block, workflows: [{ id: "deploy.yaml", input: "[1]" }] };
  await expect(runAction("github", input, { outbound })).rejects.toThrow("must be a JSON object");
});

test("refuses invalid blocks, and shows the dispatch in the plan", async () => {
  expect(faultsOf("github", { repo: "ship", username: "harbour", workflows: [] })).toEqual([
    "workflows needs a workflow",
    "token is required unless a connection is set",
  ]);
  const plan = await planAction("github", block, { outbound });
  expect(plan).toMatchObject({
    summary: "Start workflows of harbour/ship",
    parts: [{ title: "Workflow deploy.yaml", text: expect.stringContaining('"ship": "ada"') }],
  });
  expect(hosts.dispatches).toEqual([]);
});

const pipeline = {
  org: "fabrikam",
  project: "Fiber",
  token: { value: tokens.azureDevops },
  pipeline: { id: "7", version: "3" },
  parameters: {
    templateParameters: { ship: "ada" },
    variables: { key: { isSecret: true, value: "canary-variable" }, tide: { value: "low" } },
  },
};

test("PB-14: runs a pipeline and returns the run from the API", async () => {
  const { outcome, output } = await runAction("azureDevopsPipeline", pipeline, { outbound });
  expect(outcome.result).toMatchObject({
    id: 42,
    state: "inProgress",
    pipeline: { id: 7, revision: 3 },
    templateParameters: { ship: "ada" },
  });
  expect(output.stdout).toContain("buildId=42");
});

test("a failed pipeline reports the error of Azure DevOps, without the token", async () => {
  const wrong = { ...pipeline, token: { value: "canary-wrong-pat" } };
  await expect(runAction("azureDevopsPipeline", wrong, { outbound })).rejects.toThrow(
    "Azure DevOps does not accept the personal access token",
  );
  const unknown = { ...pipeline, pipeline: { id: 8 } };
  await expect(runAction("azureDevopsPipeline", unknown, { outbound })).rejects.toThrow("Pipeline not found");
});

test("a pipeline uses the organization and token of a connection", async () => {
  const { org: _, token: __, ...rest } = pipeline;
  const connections = {
    "connection://devops": { type: "azure_devops", username: "fabrikam", password: tokens.azureDevops },
  };
  const block = { ...rest, connection: "connection://devops" };
  expect((await runAction("azureDevopsPipeline", block, { outbound, connections })).outcome.result["id"]).toBe(42);
  expect(faultsOf("azureDevopsPipeline", rest)).toEqual([
    "org is required unless a connection is set",
    "token is required unless a connection is set",
  ]);
});

test("the plan of a pipeline masks its variables", async () => {
  const plan = await planAction("azureDevopsPipeline", pipeline, { outbound });
  expect(plan.summary).toBe("Run the pipeline 7 of Fiber in version 3");
  expect(plan.parts[0]?.text).not.toContain("canary-variable");
  expect(plan.parts[0]?.text).toContain('"tide"');
});
