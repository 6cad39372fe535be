// Tests scripts as real processes: how they run, their results, and the files that they leave.
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { createExec } from "#server/exec/run-command.ts";
import { runOne } from "#tests/support/checks.ts";
import { testLog } from "#tests/support/database.ts";
import { interpreterOf } from "#server/exec/script.ts";

const run = (script: string, spec: Readonly<Record<string, unknown>> = {}) => runOne("exec", { script, ...spec });

test("passes for exit code 0 and returns the output", async () => {
  // The shell interprets template syntax in the script.
  const found = await run('names=(a "b c"); echo "$(echo ${#names[@]}) {{.x}}"; echo aside >&2');
  expect(found).toMatchObject({
    verdict: "healthy",
    error: "",
    message: "2 {{.x}}",
    detail: { stdout: "2 {{.x}}", stderr: "aside", exitCode: 0 },
    data: { results: { stdout: "2 {{.x}}", stderr: "aside", exitCode: 0, path: "bash", args: [], extra: {} } },
  });
});

test("fails for other exit codes with the output of the script, even if the test would pass", async () => {
  expect(await run("echo low water >&2; exit 3")).toMatchObject({
    verdict: "unhealthy",
    isInvalid: false,
    error: "the script exited with 3: low water",
    data: { results: { exitCode: 3 } },
  });
  expect(await run("exit 3", { test: { expr: "results.exitCode == 3" } })).toMatchObject({
    verdict: "unhealthy",
    error: "the script exited with 3",
  });
  expect(await run("echo ebb", { test: { expr: 'results.stdout == "flood"' } })).toMatchObject({
    verdict: "unhealthy",
    error: 'The test failed: results.stdout == "flood" (results.stdout is "ebb")',
  });
  expect(await run("echo 7; echo low water >&2", { test: { expr: "int(results.stdout) > 9" } })).toMatchObject({
    verdict: "unhealthy",
    error: 'The test failed: int(results.stdout) > 9 (results.stdout is "7")\nlow water\n7',
  });
  expect(await run("kill -9 $$")).toMatchObject({ error: "the script was killed by SIGKILL" });
  expect(await run("sleep 60", { timeout: "300ms" })).toMatchObject({
    error: "the script was stopped: it ran longer than 0.3 s",
  });
  expect(await run("yes")).toMatchObject({ error: "the script was stopped: it wrote more than 1 MiB" });
});

test("selects the interpreter by the first line", async () => {
  expect(interpreterOf("#!/usr/bin/env -S python3 -u\nprint(1)")).toEqual(["/usr/bin/env", "-S python3 -u"]);
  expect(interpreterOf("#! /bin/sh\r\necho")).toEqual(["/bin/sh"]);
  expect(interpreterOf("echo #!/bin/sh")).toEqual(["bash"]);
  expect(await run("#!/usr/bin/env -S sed -n 2p\nsecond\nthird")).toMatchObject({ message: "second" });
  expect(await run("#!/no/such/thing\n")).toMatchObject({
    verdict: "unhealthy",
    error: expect.stringMatching(/^the script exited with 127: .*not found/),
  });
});

test("runs a Node script, and stops it if it uses more than 512 MiB of memory", async () => {
  const env = [{ name: "PATH", value: `${dirname(process.execPath)}:/usr/bin:/bin` }];
  const script =
    "#!/usr/bin/env node\nconst [, , name = 'deck'] = process.argv;\nconsole.log(JSON.stringify({ name }));";
  expect(await run(script, { env, timeout: "2m" })).toMatchObject({
    verdict: "healthy",
    error: "",
    message: '{"name":"deck"}',
    data: { results: { exitCode: 0, path: "/usr/bin/env", args: ["node"] } },
  });
  const eater = "#!/usr/bin/env node\nconst all = []; for (;;) all.push(Buffer.alloc(1_000_000, 1));";
  expect(await run(eater, { env, timeout: "2m" })).toMatchObject({
    verdict: "unhealthy",
    error: "the script was stopped: it used more than 512 MiB of memory",
  });
});

test("resolves variables, passes them to the script, and never reports secrets", async () => {
  const env = [
    { name: "PORT", value: "8080" },
    { name: "PASSWORD", value: "env://CHECK_SECRET" },
  ];
  const found = await run('echo "$PORT ${#PASSWORD} $PASSWORD"; echo "$PASSWORD" > p.txt; exit 1', {
    env,
    artifacts: [{ path: "/dev/stdout" }],
  });
  expect(found.error).toBe("the script exited with 1: 8080 25 ***");
  expect(JSON.stringify([found.detail, found.message])).not.toContain("s3cret");
});

test("provides connection credentials in the places where programs look for them", async () => {
  const aws = { accessKey: "AKIA", secretKey: "a-long-secret-key", region: "eu-north-1" };
  const kubernetes = { kubeconfig: "apiVersion: v1\nkind: Config\n" };
  const script =
    'echo "$AWS_ACCESS_KEY_ID $AWS_SECRET_ACCESS_KEY $AWS_REGION"; stat -c %a ~/.kube/config; tail -1 ~/.kube/config';
  expect(await run(script, { connections: { aws, kubernetes } })).toMatchObject({
    verdict: "healthy",
    message: "*** *** eu-north-1\n600\nkind: Config",
  });
});

test("keeps the requested files, but does not follow links", async () => {
  const script = `mkdir -p reports/deep out; echo one > reports/a.txt; echo two > reports/deep/b.txt; echo three > c.log
    ln -s /etc/passwd reports/passwd.txt; ln -s /etc out/etc; ln /etc/hostname reports/hard.txt 2>/dev/null; echo hello`;
  const artifacts = ["reports/**/*.txt", "out/**", "*.log", "/dev/stdout"].map((path) => ({ path }));
  const found = await run(script, { artifacts });
  expect(found.verdict).toBe("healthy");
  expect(found.artifacts.map(({ path, body }) => [path, Buffer.from(body).toString()])).toEqual([
    ["stdout", "hello\n"],
    ["c.log", "three\n"],
    ["reports/a.txt", "one\n"],
    ["reports/deep/b.txt", "two\n"],
  ]);
  expect((await run("true", { artifacts: [{ path: "/etc/passwd" }] })).error).toBe(
    '"/etc/passwd" is not below the working directory of the script: only files below it can be saved.',
  );
  expect(await run("true", { artifacts: [{ path: "a/../../b" }] })).toMatchObject({ isInvalid: true });
});

test("protects the script from changes, and deletes it afterwards", async () => {
  const { message } = await run('echo "$0"; ls -A; (echo >> "$0") 2>/dev/null || echo closed');
  const [path, ...rest] = message.split("\n");
  expect(path).toMatch(/quarterdeck-command-/);
  expect(rest).toEqual(["closed"]);
  expect((await run(`cat ${path}`)).error).toMatch(/No such file/);
});

test.each([
  [
    { checkout: { url: "https://a/b.git", destination: "../b" } },
    /^"\.\.\/b" is not below the working directory of the script/,
  ],
  [{ checkout: { url: "http://169.254.169.254/b.git" } }, /169\.254\.169\.254/],
  [{ checkout: { url: "https://a/b.git", depth: 50 } }, /^checkout\.depth must be 1: the files of one commit/],
  [{ connections: { kubernetes: { eks: { cluster: "prod" } } } }, /^connections\.kubernetes\.eks is not supported/],
  [{ connections: { aws: { skipTLSVerify: true } } }, /^connections\.aws\.skipTLSVerify is not passed to a script/],
  [{ connections: { azure: { clientID: "x" } } }, /^connections\.azure cannot be passed/],
  [{ connections: { opensearch: { url: "x" } } }, /^connections\.opensearch cannot be passed/],
  [{ connections: { eksPodIdentity: true } }, /^connections\.eksPodIdentity cannot be passed/],
  [{ connections: { serviceAccount: true } }, /^connections\.serviceAccount cannot be passed/],
  [{ setup: { bun: {} } }, /^setup is not supported: install the programs/],
  [{ connections: { gcp: { connection: "connection://x" } } }, /^connections\.gcp cannot be passed to a script/],
  [{ connections: { fromConfigItem: "$(.id)" } }, /^connections\.fromConfigItem cannot be passed/],
  [{ connections: { kubernetes: {} } }, /has no kubeconfig/],
])("refuses %o without running the script", async (spec, error) => {
  expect(await run("exit 9", spec)).toMatchObject({ isInvalid: true, error: expect.stringMatching(error) });
});

test("reports a failed checkout, and does not run the script", async () => {
  expect(await run("exit 9", { checkout: { url: "http://127.0.0.1:1/b.git" } })).toMatchObject({
    verdict: "unhealthy",
    isInvalid: false,
    error: expect.stringMatching(/^The repository cannot be checked out: Nothing listens at 127\.0\.0\.1:1\./),
  });
});

test("a script check is invalid where commands are disabled", async () => {
  const env = { allowExec: false, dataDir: "/nonexistent", commandEnvironment: { PATH: "/bin", LANG: "C" } };
  const off = await runOne("exec", { script: "true" }, { around: { exec: createExec({ env, log: testLog }) } });
  expect(off).toMatchObject({
    isInvalid: true,
    error: "Commands are disabled on this server. The operator can set ALLOW_EXEC=true.",
  });
});
