// Tests real scripts: how their output is read, and how failures are reported.
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { scrapeOnce } from "#tests/servers/scrape-once.ts";

const printed = async (text: string, more: object = {}) => {
  const script = `cat <<'END_OF_TEXT'\n${text}\nEND_OF_TEXT`;
  const { found, error, invalid } = await scrapeOnce("exec", { script, ...more });
  expect([error, invalid]).toEqual([undefined, undefined]);
  return found;
};
const documents = async (text: string, more?: object) => (await printed(text, more)).map(({ document }) => document);

test.each<[what: string, text: string, documents: unknown[]]>([
  ["a list of JSON", '[{"id": 1}, {"id": 2}]', [{ id: 1 }, { id: 2 }]],
  ["an object of JSON", '{"id": 1}', [{ id: 1 }]],
  ["lines of JSON", '{"id": 1}\n\n{"id": 2}', [{ id: 1 }, { id: 2 }]],
  ["a list of YAML", "- id: 1\n- id: 2", [{ id: 1 }, { id: 2 }]],
  ["an object of YAML", "id: 1\nname: Argo", [{ id: 1, name: "Argo" }]],
  ["several documents of YAML", "id: 1\n---\nid: 2\n---\n", [{ id: 1 }, { id: 2 }]],
  ["a text", "mars is up\nvenus is down", ["mars is up\nvenus is down"]],
  ["something like JSON", '{"id": 1}\nand more', ['{"id": 1}\nand more']],
  ["an empty list", "[]", []],
])("reads %s", async (_, text, wanted) => {
  expect(await documents(text)).toEqual(wanted);
});

test("keeps plain text as one document, and reads the output in the given format", async () => {
  expect(await printed("mars is up")).toEqual([{ document: "mars is up", format: "text" }]);
  expect(await documents('[{"id": 1}]', { format: "csv" })).toEqual(['[{"id": 1}]']);
  expect(await documents("- id: 1", { format: "yaml" })).toEqual([{ id: 1 }]);
});

test("passes environment variables, and uses the interpreter of the first line", async () => {
  const script = '#!/bin/sh\nprintf \'{"id": "%s", "shell": "%s"}\' "$SHIP" "${BASH_VERSION:-sh}"';
  const { found } = await scrapeOnce("exec", { script, env: [{ name: "SHIP", value: "Argo" }] });
  expect(found.map(({ document }) => document)).toEqual([{ id: "Argo", shell: "sh" }]);
});

test("runs a Node script", async () => {
  const env = [{ name: "PATH", value: `${dirname(process.execPath)}:/usr/bin:/bin` }];
  const script =
    "#!/usr/bin/env node\nconsole.log(JSON.stringify([{ id: 1 }, { id: 2 }].map((ship) => ({ ...ship }))));";
  expect(await scrapeOnce("exec", { script, env, timeout: "2m" })).toMatchObject({
    found: [{ document: { id: 1 } }, { document: { id: 2 } }],
    failed: [],
  });
});

test.each<[what: string, spec: object, message: RegExp]>([
  [
    "a script with an exit code other than 0",
    { script: "echo '[{}]'; echo no route >&2; exit 7" },
    /^The script exited with 7: no route\n\[\{\}\]/,
  ],
  ["a script that prints nothing", { script: "false | cat" }, /^The script printed nothing/],
  ["a missing interpreter", { script: "#!/no/such/program\n" }, /no such|not found|cannot be run|ENOENT/i],
  [
    "a script that exceeds its timeout",
    { script: "sleep 100", timeout: "100ms" },
    /^The script was stopped: it ran longer than 0\.1 s/,
  ],
])("finds nothing and reports an error for %s", async (_, spec, message) => {
  const { found, error, invalid } = await scrapeOnce("exec", spec);
  expect(found).toEqual([]);
  expect(error ?? invalid).toMatch(message);
});

test.each([
  [
    { query: [{ types: ["Host"] }] },
    "query is not supported: let the script request the items that it needs, and remove query.",
  ],
  [
    { artifacts: [{ path: "x" }] },
    "artifacts are not stored for a scraper: let the script print the items, and remove artifacts.",
  ],
  [
    { checkout: { url: "https://host/repository", destination: "/srv" } },
    expect.stringContaining("is not below the working directory of the script"),
  ],
  [{ setup: { bun: {} } }, expect.stringContaining("remove setup")],
  [{ connections: { gcp: {} } }, expect.stringContaining("connections.gcp cannot be passed to a script")],
])("refuses unsupported fields with a reason: %j", async (more, invalid) => {
  expect(await scrapeOnce("exec", { script: "echo '[]'", ...more })).toMatchObject({ found: [], invalid });
});
