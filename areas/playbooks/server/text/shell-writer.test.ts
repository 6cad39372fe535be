import { expect, test } from "vitest";
import { createScrubber } from "#server/scrub/scrub.ts";
import { environmentOf } from "./environment.ts";
import { renderBlock } from "./render-block.ts";

const kind = { type: "exec", scripts: { script: "shell" } } as const;
const scrubber = createScrubber();

const render = async (script: string, x: unknown) => {
  const { block } = await renderBlock({ kind, block: { script }, values: environmentOf({ params: { x } }), scrubber });
  return block["script"];
};

test.each([
  ["web-1.example.org:8080/a,b=c%20+d@e_f", "web-1.example.org:8080/a,b=c%20+d@e_f"],
  ["", ""],
  ["-5", "-5"],
  ["-0.5e3", "-0.5e3"],
  [7, "7"],
  [-7.5, "-7.5"],
  [true, "true"],
  ["512Mi", "512Mi"],
])("the harmless value %j is inserted unchanged", async (value, text) => {
  expect(await render("run --x={{ .params.x }}", value)).toBe(`run --x=${text}`);
  expect(await render('run "{{ .params.x }}" # $(params.x)', value)).toBe(`run "${text}" # ${text}`.trim());
});

test.each([["-rf"], ["-"], ["--help"], ["-5m"], ["a b"], ["a;b"], ["é"], ["a\n"], ["~"], ["*"], ["{a,b}"], ["!x"]])(
  "the value %j is refused",
  async (value) => {
    await expect(render("run {{ .params.x }}", value)).rejects.toThrow("The value of .params.x");
  },
);

test("constants in the template are inserted unchanged, but not values that a condition selects", async () => {
  expect(await render('{{ "a b" }} {{ print "c" " d" | toUpper }}', "")).toBe("a b C D");
  expect(await render('{{ if eq .params.x "1" }}a; b{{ else }}{{ "c; d" }}{{ end }}', "2")).toBe("c; d");
  await expect(render('{{ ternary "a b" "c d" true | default .params.x }}', "2")).rejects.toThrow("a b");
});

test("the error contains the refused value, its position and a safe way to write it", async () => {
  await expect(render("set -e\nrun {{ .params.x }}", "a; b")).rejects.toThrow(
    'exec.script: The value of .params.x, "a; b", has characters that a shell interprets. Write {{ .params.x | shellQuote }}, or: Pass it in env as X with the value {{ .params.x }}, and use the variable: "$X" (line 2, column 8).',
  );
  await expect(render("run {{ .params.x }}", "-rf")).rejects.toThrow("could become an option");
  await expect(render('run "{{ .params.x | shellQuote }}"', "a b")).rejects.toThrow(
    'exec.script: shellQuote does not protect the value of .params.x inside double quotes. Pass it in env as X with the value {{ .params.x }}, and use the variable: "$X" (line 1, column 9).',
  );
  await expect(render("#!/usr/bin/node\nlog({{ .params.x | shellQuote }})", "a b")).rejects.toThrow(
    "in a script of node",
  );
});

test("secrets are removed from error messages", async () => {
  const knowing = createScrubber();
  knowing.know("hunter2 and more");
  const values = environmentOf({ params: { x: "hunter2 and more" } });
  const refusal = renderBlock({ kind, block: { script: "run {{ .params.x }}" }, values, scrubber: knowing });
  await expect(refusal).rejects.toThrow('The value of .params.x, "***"');
});

test("quotes that are closed before the value do not affect the value", async () => {
  for (const before of ["echo 'a' \"b\" ", "x=`date` ", "f() { echo; }; f ", "[[ a == b ]] && echo ", "((1)); echo "])
    expect(await render(`${before}{{ .params.x | shellQuote }}`, "a b")).toBe(`${before}'a b'`);
});
