import { expect, test } from "vitest";
import { createScrubber } from "#server/scrub/scrub.ts";
import { environmentOf, withFunctions } from "./environment.ts";
import { renderBlock, renderValue, undecidedText } from "./render-block.ts";
import { renderParameters } from "./render-parameters.ts";

const scrubber = createScrubber();
const variables = environmentOf({
  resource: { kind: "config", row: { name: "web", health: "healthy", tags: { zone: "a 1", name: "tag" } } },
  params: { x: "a b", url: "connection://default/db" },
  tagKeys: ["zone", "cluster", "not-a-name", "params"],
  request: { headers: { "x-github-event": "push" } },
});
const values = withFunctions(variables, []);

test("every string of a block is rendered in both template notations, including field names", async () => {
  const block = {
    url: "https://example.org/{{ .params.x | urlquery }}",
    headers: [{ name: "X-Name", value: "$(config.name)" }],
    body: { "{{ name }}": ["{{ zone }}", 5, null, { deep: '{{ index .request.headers "X-GitHub-Event" }}' }] },
    untouched: "{{ .params.x }}",
    raw: { script: "{{ nothing }}" },
  };
  const kind = { type: "http", untemplated: ["untouched", "raw"] };
  expect(await renderBlock({ kind, block, values, scrubber })).toEqual({
    block: {
      url: "https://example.org/a+b",
      headers: [{ name: "X-Name", value: "web" }],
      body: { web: ["a 1", 5, null, { deep: "push" }] },
      untouched: "{{ .params.x }}",
      raw: { script: "{{ nothing }}" },
    },
    undecided: [],
  });
});

test("tags are variables, unless another variable has the same name", async () => {
  const text = "{{ name }} {{ zone }} {{ cluster }}. {{ health }} {{ .params.x }}";
  expect(await renderValue(text, { what: "message", values, scrubber })).toBe("web a 1 . healthy a b");
});

test("scripts can be inside lists", async () => {
  const kind = { type: "pod", scripts: { "spec.containers.*.args": "shell" } } as const;
  const block = (arg: string) => ({ spec: { containers: [{ name: "{{ .params.x }}", args: ["-c", arg] }] } });
  await expect(renderBlock({ kind, block: block("run {{ .params.x }}"), values, scrubber })).rejects.toThrow(
    "pod.spec.containers.0.args.1: The value of .params.x",
  );
  const { block: rendered } = await renderBlock({
    kind,
    block: block("run {{ .params.x | shellQuote }}"),
    values,
    scrubber,
  });
  expect(rendered).toEqual({ spec: { containers: [{ name: "a b", args: ["-c", "run 'a b'"] }] } });
});

test("a rendered value cannot become a reference to a connection", async () => {
  const block = { connection: "{{ .params.url }}" };
  await expect(renderBlock({ kind: { type: "sql" }, block, values, scrubber })).rejects.toThrow(
    "sql.connection would become a reference",
  );
});

test("a rendered value cannot become the id of a connection; other fields accept ids", async () => {
  const id = "01900000-0000-7000-8000-000000000001";
  const known = withFunctions(environmentOf({ params: { x: id } }), []);
  const render = (block: object) =>
    renderBlock({ kind: { type: "http" }, block: { ...block }, values: known, scrubber });
  for (const field of ["connection", "url", "endpoint"])
    for (const text of ["{{ .params.x }}", " $(.params.x)", "{{ .params.x }}\n"])
      await expect(render({ [field]: text })).rejects.toThrow(`http.${field} would become a reference`);
  await expect(render({ nested: { connection: "{{ .params.x }}" } })).rejects.toThrow("http.nested.connection would");
  const allowed = { connection: id, url: "https://example.org/{{ .params.x }}", body: "{{ .params.x }}" };
  expect((await render(allowed)).block).toEqual({ connection: id, url: `https://example.org/${id}`, body: id });
});

test("the error contains the field whose template cannot be rendered", async () => {
  const block = { body: { text: "a\n{{ .x | nofunction }}" } };
  await expect(renderBlock({ kind: { type: "http" }, block, values, scrubber })).rejects.toThrow(
    "http.body.text: There is no function nofunction (line 2",
  );
});

test("in a plan, fields that use results of earlier actions are decided at run time", async () => {
  const plan = withFunctions(environmentOf({ params: { x: "1" } }), undefined);
  const block = { url: "/{{ .params.x }}", body: '{{ (getAction "a").result.stdout }}', query: "{{ success }}" };
  const kind = { type: "sql", scripts: { query: "sql" } } as const;
  expect(await renderBlock({ kind, block, values: plan, scrubber })).toEqual({
    block: { url: "/1", body: undecidedText, query: undecidedText },
    undecided: ["sql.body", "sql.query"],
  });
});

test("message templates have the notification functions", async () => {
  const rendered = await renderValue("{{ labelsFormat .config.tags }}", { what: "message", values, scrubber });
  expect(rendered).toBe("**name**: tag\n**zone**: a 1");
});

test("defaults and properties of parameters are rendered with the known values", async () => {
  const parameters = [
    { name: "namespace", default: "{{ .config.name }}" },
    { name: "pod", default: "{{ .params.namespace }}-0", dependsOn: ["namespace"] },
    { name: "size", type: "list" as const, properties: { options: [{ label: "{{ .params.pod }}", value: "1" }] } },
  ];
  expect(await renderParameters(parameters, { sent: {}, values, scrubber })).toEqual([
    { name: "namespace", default: "web" },
    { name: "pod", default: "web-0", dependsOn: ["namespace"] },
    { name: "size", type: "list", properties: { options: [{ label: "web-0", value: "1" }] } },
  ]);
  const changed = await renderParameters(parameters, { sent: { namespace: "db" }, values, scrubber });
  expect(changed[1]!.default).toBe("db-0");
});
