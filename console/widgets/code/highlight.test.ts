// @vitest-environment node
import { expect, test } from "vitest";
import { highlight } from "./highlight.ts";
import type { Line } from "./pieces.ts";

const look = (lines: readonly Line[], text: string) =>
  lines.flat().find((piece) => piece.text.trim() === text)?.look ?? `no piece ${text}`;
const textOf = (lines: readonly Line[]) => lines.map((line) => line.map(({ text }) => text).join("")).join("\n");

const yaml = `# a comment
apiVersion: v1
replicas: 3
"quoted": true

text: |
  many
  lines
`;

test("highlights keys, strings and comments of YAML", () => {
  const lines = highlight(yaml, "yaml");
  expect(look(lines, "apiVersion")).toBe("text-code-key");
  expect(look(lines, "v1")).toBe("text-code-text");
  expect(look(lines, "3")).toBe("text-code-number");
  expect(look(lines, "# a comment")).toBe("text-code-note");
  expect(textOf(lines)).toBe(yaml);
});

test("highlights keys, strings and numbers of JSON", () => {
  const lines = highlight('{"a": "b",\n "c": 1}', "json");
  expect(look(lines, '"a"')).toBe("text-code-key");
  expect(look(lines, '"b"')).toBe("text-code-text");
  expect(look(lines, "1")).toBe("text-code-number");
  expect(lines).toHaveLength(2);
});

test("highlights keywords, strings and comments of SQL and shell", () => {
  const sql = highlight("select 'it''s' from t -- why\nwhere a = 1", "sql");
  expect(look(sql, "select")).toBe("text-code-word");
  expect(look(sql, "'it''s'")).toBe("text-code-text");
  expect(look(sql, "-- why")).toBe("text-code-note");
  expect(look(sql, "1")).toBe("text-code-number");
  const shell = highlight('kubectl --kubeconfig "$HOME/x.yaml" get $KIND # all', "shell");
  expect(look(shell, "--kubeconfig")).toBe("text-code-key");
  expect(look(shell, "$KIND")).toBe("text-code-key");
  expect(look(shell, "# all")).toBe("text-code-note");
});

test.each(["yaml", "json", "shell", "sql", "text"] as const)(
  "keeps the whole text in %s, even if it is invalid",
  (language) => {
    for (const code of [
      "",
      "\n\n",
      "{[}",
      "'open\nand open",
      "a: [b\n\t- c: {",
      "/* open",
      "<script>\r\n&amp;",
      "é: 🦊\n",
    ]) {
      expect(textOf(highlight(code, language))).toBe(code);
    }
  },
);
