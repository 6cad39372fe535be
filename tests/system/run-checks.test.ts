// Tests the command that runs the checks in files, as a separate process, against servers that respond and a server
// that does not respond.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "#lib/load/repository.ts";
import { freePort } from "../support/free-port.ts";
import { json, startLocalServer } from "../support/local-server.ts";
import { unnamed, writeMisspelt } from "../support/misspelt-manifests.ts";
import { temporary } from "./accounts.ts";
import { Child, plainEnvironment } from "./child.ts";

const shop = await startLocalServer();
shop.answer = (request, response, body) =>
  request.url === "/hangs" ? undefined : json(200, { token: "t-0-k-e-n", seen: request.url })(request, response, body);
const closed = `127.0.0.1:${await freePort()}`;
const folder = temporary();

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

async function run(args: readonly string[], program = "main/commands/run.ts") {
  const child = new Child(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(repository, program), ...args],
    {
      cwd: folder,
      env: {
        ...plainEnvironment,
        LOG_LEVEL: "warn",
        DATA_DIR: join(folder, "data"),
        ALLOW_ENV: "API_KEY",
        API_KEY: "k-e-y-4711",
      },
    },
  );
  const { code } = await child.ended;
  return { code, out: child.lines.join("\n"), errors: child.errors };
}

const manifest = (name: string, spec: string) =>
  `apiVersion: canaries.flanksource.com/v1\nkind: Canary\nmetadata: {name: ${name}, labels: {team: web}}\nspec:\n${spec}`;

const passing = file(
  "passing.yaml",
  manifest(
    "shop",
    `
  http:
    - name: orders
      dependsOn: [login]
      url: ${shop.url}/orders?t=$(.outputs.login.json.token)
      test: {expr: "json.seen == '/orders?t=t-0-k-e-n'"}
      display: {expr: "'seen ' + json.seen"}
    - name: login
      url: ${shop.url}/login
      headers: [{name: X-Key, value: "env://API_KEY"}]
      transform: {expr: "[{'name': 'token', 'pass': true, 'message': json.token}]"}
`,
  ),
);
const failing = file(
  "failing.yaml",
  `${manifest("broken", `  tcp: [{name: gone, endpoint: "${closed}"}]\n  unheardOf: [{name: what}]`)}
---
apiVersion: v1
kind: Secret
---
${manifest("late", `  http: [{name: hangs, url: "${shop.url}/hangs", thresholdMillis: 2000}]`)}
`,
);

test("passing checks are printed as a table in the order of their dependencies, with exit code 0", async () => {
  const { code, out, errors } = await run([passing, "--namespace", "retail"]);
  expect({ code, errors }).toEqual({ code: 0, errors: [] });
  expect(out.replaceAll(/[\d.]+m?s(?= )/g, "").replaceAll(/ +/g, " ")).toBe(
    [
      "STATUS TIME CANARY CHECK TYPE MESSAGE",
      "pass retail/shop login http",
      "pass retail/shop token http t-0-k-e-n",
      "pass retail/shop orders http seen /orders?t=t-0-k-e-n",
      "",
      "3 passed.",
    ].join("\n"),
  );
  expect(shop.requests.find(({ url }) => url === "/login")!.headers["x-key"]).toBe("k-e-y-4711");
});

test("failing checks are printed with their reason in every format, including JSON and JUnit, with exit code 1", async () => {
  const [plain, printed, xml] = await Promise.all([
    run([failing, passing]),
    run([failing, passing, "-o", "json"]),
    run([failing, "--output=junit"]),
  ]);
  expect([plain.code, printed.code, xml.code]).toEqual([1, 1, 1]);
  expect(plain.errors).toEqual([
    `warning: ${failing}:6:3: spec.unheardOf: unknown field "unheardOf"`,
    `${failing}:8: a Secret is not a canary and was skipped.`,
  ]);
  expect(plain.out).toMatch(/fail +[\d.]+m?s +default\/broken +gone +tcp +Nothing listens at 127\.0\.0\.1:\d+\./);
  expect(plain.out).toMatch(
    /invalid +[\d.]+m?s +default\/broken +what +unheardOf +This version of Quarterdeck has no checks of the type unheardOf/,
  );
  expect(plain.out).toMatch(/fail +[\d.]+m?s +default\/late +hangs +http +there was no response within 2000 ms/);
  expect(plain.out).toContain("3 passed, 3 did not.");
  const results = JSON.parse(printed.out) as Record<string, unknown>[];
  expect(results.map(({ name, pass, invalid }) => ({ name, pass, invalid }))).toEqual([
    { name: "gone", pass: false, invalid: false },
    { name: "what", pass: false, invalid: true },
    { name: "hangs", pass: false, invalid: false },
    { name: "login", pass: true, invalid: false },
    { name: "token", pass: true, invalid: false },
    { name: "orders", pass: true, invalid: false },
  ]);
  expect(results[5]).toMatchObject({
    canary: "shop",
    namespace: "default",
    type: "http",
    labels: { team: "web" },
    data: { code: 200 },
  });
  expect(printed.out).not.toContain("k-e-y-4711");
  expect(xml.out).toContain('<testsuite name="default/broken" tests="2" failures="1" errors="1" skipped="0"');
  expect(xml.out).toMatch(/<failure message="Nothing listens at 127\.0\.0\.1:\d+\./);
});

test("a canary with resultMode junit prints a single result, in the same form as the server stores it", async () => {
  const folded = file(
    "folded.yaml",
    manifest(
      "suite",
      `
  resultMode: junit
  http: [{name: login, url: "${shop.url}/login"}]
  tcp: [{name: gone, endpoint: "${closed}"}]
`,
    ),
  );
  const { code, out } = await run([folded, "-o", "json"]);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject([
    { canary: "suite", name: "suite", type: "junit", pass: false, message: "1 of 2 passed" },
  ]);
});

test("an invalid file is reported with its line, nothing is run, and the exit code is 2", async () => {
  const asked = shop.requests.length;
  const bad = file("bad.yaml", manifest("bad", "  http:\n    - name: nameless\n      method: FETCH\n"));
  const absent = join(folder, "absent.yaml");
  const [wrong, option, none] = await Promise.all([
    run([passing, bad, absent, folder]),
    run([passing, "--output", "yaml"]),
    run(["run"], "bin/quarterdeck.mjs"),
  ]);
  expect([wrong, option, none].map(({ code, out }) => ({ code, out }))).toEqual(
    Array.from({ length: 3 }, () => ({ code: 2, out: "" })),
  );
  expect(wrong.errors.filter((line) => !line.includes(":5:"))).toEqual([
    `${bad}:7:7: spec.http.0.method must be GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.`,
    `${bad}:6:7: spec.http.0.url is required unless an endpoint or a connection provides it.`,
    `${absent}: The file does not exist.`,
    `${folder}: This is a folder. List the files in it instead.`,
  ]);
  expect(option.errors[0]).toBe("--output must be one of table, json, junit, not yaml.");
  expect(none.errors.join("\n")).toContain("run needs FILE.");
  expect(shop.requests.length).toBe(asked);
});

test("all twenty misspelt fields of a folder are printed with their positions, and --strict runs no check", async () => {
  const files = writeMisspelt(temporary(), shop.url);
  const strict = await run([...files, "--strict"]);
  expect([strict.code, strict.out]).toEqual([2, ""]);
  const warnings = strict.errors.filter((line) => line.startsWith("warning: "));
  expect(warnings).toHaveLength(20);
  expect(unnamed(warnings)).toEqual([]);
  const [canaries] = files.filter((path) => path.endsWith("shop.yaml"));
  expect(warnings).toContain(
    `warning: ${canaries}:14:7: spec.http.0.thresholdMilis: unknown field "thresholdMilis"; did you mean "thresholdMillis"?`,
  );
  expect(strict.errors.at(-1)).toBe("Nothing was run because of --strict: 20 unknown fields.");

  const result = await run([...files, "--output", "json"]);
  expect(result.code).toBe(1);
  expect(unnamed(result.errors)).toEqual([]);
  const results = JSON.parse(result.out) as { name: string; pass: boolean; warnings?: string[] }[];
  const only = results.find(({ name }) => name === "only-assertion")!;
  expect(only.pass).toBe(true);
  expect(only.warnings).toContainEqual(expect.stringContaining('unknown field "tests"; did you mean "test"?'));
  expect(only.warnings!.join()).not.toContain("thresholdMilis");

  const junit = await run([...files, "--output", "junit"]);
  expect(junit.out).toContain("<system-err>");
  expect(junit.out).toContain("unknown field &quot;tests&quot;; did you mean &quot;test&quot;?");
});

test("the usage text describes --strict", async () => {
  const { code, out } = await run(["--help"]);
  expect([code, out]).toEqual([0, expect.stringContaining("--strict")]);
});
