// Tests scripts of playbooks as real processes.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { createExec } from "#server/exec/run-command.ts";
import { faultsOf, planAction, runAction, type ActionOptions } from "#tests/support/actions.ts";
import { testLog } from "#tests/support/database.ts";

const run = (script: string, block: object = {}, options: ActionOptions = {}) =>
  runAction("exec", { script, ...block }, options);

test("PB-14: returns the output, the exit code, the interpreter and the script", async () => {
  const script = "echo ahoy; echo aside >&2";
  const { outcome, output } = await run(script);
  expect(outcome).toEqual({
    result: { stdout: "ahoy", stderr: "aside", exitCode: 0, path: "bash", args: ["bash", "-c", script], extra: {} },
    error: undefined,
    contentType: undefined,
  });
  expect(output).toEqual({ stdout: "ahoy\n", stderr: "aside\n" });
  const sed = "#!/usr/bin/env -S sed -n 2p\nsecond\nthird";
  const { outcome: other } = await run(sed);
  expect(other.result).toMatchObject({ stdout: "second", path: "/usr/bin/env", args: [sed] });
});

test("fails for another exit code, and keeps the result", async () => {
  const { outcome } = await run("echo before; echo low water >&2; exit 3");
  expect(outcome).toMatchObject({
    result: { stdout: "before", stderr: "low water", exitCode: 3 },
    error: "the script exited with 3: low water\nbefore",
  });
});

test("streams the output while the script runs, and a cancel stops its whole process tree", async () => {
  const cancel = new AbortController();
  const pid = Promise.withResolvers<number>();
  const running = run(
    "setsid sleep 600 & echo $!; wait",
    {},
    {
      signal: cancel.signal,
      onOutput: (text) => pid.resolve(Number(text)),
    },
  );
  const child = await pid.promise;
  cancel.abort(new Error("cancelled by ada"));
  await expect(running).rejects.toThrow("cancelled by ada");
  const isAlive = () => {
    try {
      return process.kill(child, 0);
    } catch {
      return false;
    }
  };
  for (let left = 600; left > 0 && isAlive(); left -= 1) await delay(100);
  expect(isAlive()).toBe(false);
}, 120_000);

test("keeps the end of a long output in the result, and streams the whole output", async () => {
  const { outcome, output } = await run("yes ahoy | head -c 3000000; echo; echo last");
  expect(output.stdout.length).toBeGreaterThanOrEqual(3_000_005);
  const stdout = outcome.result["stdout"] as string;
  expect(stdout.length).toBeLessThanOrEqual(64 * 1024);
  expect(stdout.endsWith("last")).toBe(true);
}, 120_000);

test("passes variables, and never returns secrets", async () => {
  const env = [
    { name: "PORT", value: "8080" },
    { name: "TOKEN", value: "env://ACTION_SECRET" },
  ];
  const script =
    'printf "$PORT "; for i in 1 2 3; do printf "${TOKEN:0:7}"; sleep 0.1; printf "${TOKEN:7}\\n"; done; echo "$TOKEN" > token.txt; exit 1';
  const { outcome, output, artifacts } = await run(script, { env, artifacts: [{ path: "*.txt" }] });
  expect(outcome).toMatchObject({ result: { stdout: "8080 ***\n***\n***" }, error: expect.stringContaining("***") });
  expect(output.stdout).toBe("8080 ***\n***\n***\n");
  expect(artifacts).toEqual([{ path: "token.txt", contentType: undefined, text: "***\n" }]);
  expect(JSON.stringify({ outcome, output, artifacts })).not.toContain("s3cret");
});

test("stores files and output as artifacts", async () => {
  const script = "mkdir -p out; echo one > out/a.txt; echo two > out/b.log; echo printed; echo failed >&2";
  const artifacts = ["out/*.txt", "/dev/stdout", "/dev/stderr"].map((path) => ({ path }));
  const found = await run(script, { artifacts });
  expect(found.artifacts.map(({ path, text }) => [path, text.trim()])).toEqual([
    ["stdout", "printed"],
    ["stderr", "failed"],
    ["out/a.txt", "one"],
  ]);
  await expect(run("true", { artifacts: [{ path: "../x" }] })).rejects.toMatchObject({
    name: "ActionInvalid",
    message: expect.stringContaining("is not below the working directory"),
  });
});

test("unwraps output that states its content type", async () => {
  const { outcome } = await run(`echo '{"content": "# Report", "contentType": "text/markdown"}'`);
  expect(outcome).toMatchObject({ result: { stdout: "# Report" }, contentType: "text/markdown" });
  const { outcome: plain } = await run(`echo '{"content": "x", "contentType": "text/plain", "more": 1}'`);
  expect(plain.result["stdout"]).toContain('"more"');
});

test("passes cloud credentials as variables and files that exist only for this run", async () => {
  const key = JSON.stringify({ type: "service_account", project_id: "harbour", private_key: "canary-private-key" });
  const connections = {
    gcp: { connection: "connection://gcp" },
    azure: { connection: "connection://azure" },
    kubernetes: { connection: "connection://cluster" },
    aws: { accessKey: { value: "AKIAHARBOUR" }, secretKey: { value: "canary-aws-secret" }, region: "eu-north-1" },
  };
  const script = `
    cmp "$GOOGLE_APPLICATION_CREDENTIALS" "$HOME/.config/gcloud/application_default_credentials.json" && echo same
    echo "$GOOGLE_CLOUD_PROJECT $AZURE_CLIENT_ID $AZURE_TENANT_ID $AWS_ACCESS_KEY_ID $AWS_REGION"
    [ -n "$AZURE_CLIENT_SECRET" ] && [ -n "$AWS_SECRET_ACCESS_KEY" ] && echo secrets
    grep -c . "$HOME/.kube/config"; cat "$GOOGLE_APPLICATION_CREDENTIALS"`;
  const { outcome } = await run(
    script,
    { connections },
    {
      connections: {
        "connection://gcp": { type: "google_cloud", certificate: key },
        "connection://azure": {
          type: "azure",
          username: "client",
          password: "canary-azure",
          properties: { tenant: "tenant" },
        },
        "connection://cluster": { type: "kubernetes", certificate: "apiVersion: v1\nkind: Config\n" },
      },
    },
  );
  expect(outcome.result["stdout"]).toBe("same\nharbour client tenant AKIAHARBOUR eu-north-1\nsecrets\n2\n***");
  await expect(run("true", { connections: { azure: {} } })).rejects.toThrow("Azure needs a client id");
});

test("passes server variables that the property shell.allowed.envs lists and the operator allows", async () => {
  const properties = { "shell.allowed.envs": "ACTION_SECRET, PATH_OF_NOTHING HOME" };
  const script = 'echo "[$ACTION_SECRET] ${PATH_OF_NOTHING-unset} ${#ACTION_SECRET}"';
  const { outcome } = await run(script, {}, { properties });
  expect(outcome.result["stdout"]).toBe(`[***] unset ${"s3cret-of-the-action".length}`);
  expect((await run(script)).outcome.result["stdout"]).toBe("[] unset 0");
  const plan = await planAction("exec", { script }, { properties });
  expect(plan.parts[1]).toMatchObject({ title: "Environment", text: "ACTION_SECRET" });
});

test("passes the service account of the server's own cluster", async () => {
  const serviceAccount = mkdtempSync(join(tmpdir(), "quarterdeck-account-"));
  afterAll(() => rmSync(serviceAccount, { recursive: true }));
  writeFileSync(join(serviceAccount, "token"), "canary-token-of-the-pod");
  writeFileSync(join(serviceAccount, "ca.crt"), "canary-authority");
  const cluster = { url: "https://10.0.0.1:443", serviceAccount };
  const connections = { serviceAccount: true };
  const { outcome } = await run('cat "$HOME/.kube/config"', { connections }, { cluster });
  const file = JSON.parse(outcome.result["stdout"] as string) as Record<string, unknown>;
  expect(file).toMatchObject({
    clusters: [{ cluster: { server: cluster.url } }],
    users: [{ user: { token: "***" } }],
    "current-context": "own",
  });
  await expect(run("true", { connections })).rejects.toThrow("is not running in a cluster");
  const both = { ...connections, kubernetes: { kubeconfig: { value: "x" } } };
  await expect(run("true", { connections: both }, { cluster })).rejects.toThrow("Remove one of them");
});

test("refuses invalid blocks, and servers on which commands are disabled", async () => {
  expect(faultsOf("exec", {})).toEqual(["script is required"]);
  expect(faultsOf("exec", { script: "true", setup: { bun: {} } })).toEqual([
    expect.stringContaining("setup is not supported"),
  ]);
  expect(faultsOf("exec", { script: "true", connections: { opensearch: { connection: "x" } } })).toHaveLength(1);
  const exec = createExec({
    env: { allowExec: false, dataDir: "/nonexistent", commandEnvironment: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8" } },
    log: testLog,
  });
  await expect(run("true", {}, { system: { exec } })).rejects.toThrow("Commands are disabled");
});

test("the plan shows the script and the names of its variables, without their values", async () => {
  const plan = await planAction("exec", {
    script: "#!/bin/sh\necho $TOKEN",
    env: [{ name: "TOKEN", value: "env://ACTION_SECRET" }],
    connections: { azure: { connection: "connection://azure" } },
    checkout: { url: "https://ada:canary@git.example.org/ship.git", ref: "v1" },
  });
  expect(plan.summary).toBe("Run a script with /bin/sh");
  expect(plan.parts.map(({ title, text }) => [title, text])).toEqual([
    ["Script", "#!/bin/sh\necho $TOKEN"],
    ["Environment", "AZURE_CLIENT_ID\nAZURE_CLIENT_SECRET\nAZURE_TENANT_ID\nTOKEN"],
    ["Connections", "azure (connection://azure)"],
    ["Checkout", expect.stringMatching(/^https:\/\/(?:ada:)?\*\*\*@git\.example\.org\/ship\.git at v1$/)],
  ]);
  expect(plan.parts.every(({ isBinding }) => isBinding)).toBe(true);
});

test("plans the names of all variables that a connection can set", async () => {
  const plan = await planAction("exec", {
    script: "aws s3 ls",
    connections: { aws: { connection: "connection://aws" }, gcp: { connection: "connection://gcp" } },
  });
  const environment = plan.parts.find(({ title }) => title === "Environment");
  expect(environment?.text.split("\n")).toEqual([
    "AWS_ACCESS_KEY_ID",
    "AWS_DEFAULT_REGION",
    "AWS_ENDPOINT_URL",
    "AWS_REGION",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE",
    "CLOUDSDK_CORE_PROJECT",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "GOOGLE_CLOUD_PROJECT",
  ]);
});
