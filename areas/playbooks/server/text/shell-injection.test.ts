import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { shellPayloads } from "#tests/support/injection-payloads.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { ActionInvalid } from "../action-kind.ts";
import { environmentOf, withFunctions } from "./environment.ts";
import { renderBlock } from "./render-block.ts";

const folder = mkdtempSync(join(tmpdir(), "playbook-scripts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const canary = join(folder, "canary");

const kind = { type: "exec", scripts: { script: "shell" } } as const;

/** Every text variable contains the payload. */
const valuesWith = (text: string) =>
  withFunctions(
    environmentOf({
      resource: { kind: "config", row: { name: text, labels: { [text]: text }, tags: { zone: text } } },
      params: { x: text, list: [text], flag: "true" },
      env: { x: text },
      request: { headers: { "x-name": text }, content: text, json: { name: text } },
      tagKeys: ["zone"],
    }),
    [{ name: "a", status: "completed", error: null, result: { stdout: text } }],
  );

const render = async (script: string, text: string, env: object[] = []) => {
  const { block } = await renderBlock({
    kind,
    block: { script, env },
    values: valuesWith(text),
    scrubber: createScrubber(),
  });
  return block as { script: string; env: { name: string; value: string }[] };
};

const otherDelimiters = "# gotemplate: left-delim=[% right-delim=%]\n";

test("many of the payloads are executed if they are inserted unquoted", () => {
  const executed = shellPayloads.filter((payload) => {
    spawnSync("/bin/bash", ["-c", `echo ${payload}`], { cwd: folder, env: { PATH: "/usr/bin:/bin" } });
    const isExecuted = existsSync(canary);
    rmSync(canary, { force: true });
    return isExecuted;
  });
  expect(executed.length).toBeGreaterThan(100);
});

/** Scripts that print the value once, quoted with the function. */
const quoted = [
  "printf %s {{ .params.x | shellQuote }}",
  "printf %s {{ shellQuote .params.x }}",
  "printf %s {{ .config.name | strings.ShellQuote }}",
  'A={{ .params.x | shellQuote }}; printf %s "$A"',
  "(printf %s {{ .request.json.name | shellQuote }}) # isn't \"it",
  "{{ $y := .env.x | shellQuote }}printf '%s' {{ $y }}",
  '{{ range .params.list }}printf "%s" {{ . | shellQuote }}\n{{ end }}',
  "{{ with .params.x | shellQuote }}printf %s {{ . }}{{ end }}",
  'printf %s {{ (getAction "a").result.stdout | shellQuote }}',
  "printf %s $(params.x | shellQuote)",
  "if [ -n x ]; then printf %s {{ zone | shellQuote }}; fi",
  `${otherDelimiters}x=$((1 + 2)) y="$x" z=$y; printf %s [% .params.x | shellQuote %]`,
  `${otherDelimiters}printf %s "$(printf %s. [% .params.x | shellQuote %])" | head -c -1`,
] as const;

test("300 payloads quoted with shellQuote reach every script as text, in sh and bash; none is executed", async () => {
  expect(new Set(shellPayloads).size).toBe(300);
  for (const payload of shellPayloads) {
    const scripts = await Promise.all(quoted.map(async (script) => (await render(script, payload)).script));
    // A character after each value makes line breaks at its end visible.
    const script = scripts.map((text) => `${text}\nprintf '\\n==\\n'\n`).join("");
    for (const shell of ["/bin/sh", "/bin/bash"]) {
      const { stdout } = spawnSync(shell, ["-c", script], {
        cwd: folder,
        encoding: "utf8",
        env: { PATH: "/usr/bin:/bin" },
      });
      expect(existsSync(canary), `${shell} executed ${JSON.stringify(payload)}`).toBe(false);
      expect(stdout).toBe(`${payload}\n==\n`.repeat(quoted.length));
    }
  }
});

test("300 payloads in environment variables reach the script as text; none is executed", async () => {
  for (const payload of shellPayloads) {
    const { script, env } = await render('printf %s "$NAME"', payload, [{ name: "NAME", value: "{{ .params.x }}" }]);
    // The template trims the result.
    const { stdout } = spawnSync("/bin/sh", ["-c", script], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin", NAME: env[0]!.value },
    });
    expect(existsSync(canary), `executed ${JSON.stringify(payload)}`).toBe(false);
    expect(stdout).toBe(payload.trim());
  }
});

/** Positions where only harmless values are allowed. */
const refused = [
  "echo {{ .params.x }}",
  "echo '{{ .params.x }}'",
  'echo "{{ .params.x }}"',
  "echo {{ .config.name }}",
  "echo {{ .config.labels }}",
  "echo {{ name }}",
  "echo {{ zone }}",
  "echo {{ .env.x }}",
  "echo {{ .request.content }}",
  'echo {{ index .request.headers "X-Name" }}',
  'echo {{ (getAction "a").result.stdout }}',
  "echo {{ getLastAction.result.stdout }}",
  "echo $(params.x)",
  "echo {{ .params.x | toUpper }}",
  "echo {{ .params.x | quote }}",
  "echo {{ .params.x | squote }}",
  'echo {{ printf "%s" .params.x }}',
  'echo {{ .params.x | shellQuote | replaceAll "a" "b" }}',
  'echo {{ print "x" (shellQuote .params.x) }}',
  "echo {{ .params.list }}",
  "echo {{ .params | toJSON }}",
  "{{ if .params.flag }}echo {{ .params.x }}{{ end }}",
  "{{ range .params.list }}echo {{ . }}{{ end }}",
  "{{ $y := .params.x }}echo {{ $y }}",
  '{{ define "t" }}echo {{ . }}{{ end }}{{ template "t" .params.x }}',
  "echo {{ .params.missing | default .params.x }}",
  // The shell interprets even quoted values in these positions.
  'echo "{{ .params.x | shellQuote }}"',
  "sh -c 'echo {{ .params.x | shellQuote }}'",
  "# {{ .params.x | shellQuote }}\necho",
  "echo \\{{ .params.x | shellQuote }}",
  "echo ${{ .params.x | shellQuote }}",
  "echo $'{{ .params.x | shellQuote }}'",
  "echo `echo {{ .params.x | shellQuote }}`",
  "cat <<EOF\n{{ .params.x | shellQuote }}\nEOF",
  "cat <<EOF\nEOF\necho {{ .params.x | shellQuote }}",
  "[[ {{ .params.x | shellQuote }} -eq 1 ]]",
  "[[ ( {{ .params.x | shellQuote }} -eq 1 ) ]]",
  "(( x = {{ .params.x | shellQuote }} ))",
  "echo ${y:-{{ .params.x | shellQuote }}}",
  `${otherDelimiters}echo $(( [% .params.x | shellQuote %] ))`,
  `${otherDelimiters}echo "$(case x in a) echo " [% .params.x | shellQuote %] " ;; esac)"`,
  `${otherDelimiters}echo "\\$( [% .params.x | shellQuote %] "`,
  "#!/usr/bin/env python3\nprint({{ .params.x | shellQuote }})",
  "#!/usr/bin/python3 -u\nprint('{{ .params.x }}')",
] as const;

test("300 payloads are refused in every position that does not protect them", async () => {
  for (const payload of shellPayloads)
    for (const script of refused) {
      const rendered = await render(script, payload).catch((error: unknown) => error);
      expect(rendered, `${script} with ${JSON.stringify(payload)}`).toBeInstanceOf(ActionInvalid);
    }
});
