// @vitest-environment node
// Tests the contrast of the colour tokens in both themes: WCAG 2.2 requires 4.5 for text and 3 for shapes.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrast, parseColour, over } from "#tests/support/contrast.ts";

const css = readFileSync("console/theme.css", "utf8");

/** Returns the tokens of a CSS rule. `:root` is the light theme; the dark theme overrides it. */
function tokens(selector: string) {
  const start = css.indexOf(`${selector} {`);
  expect(start, `${selector} is in theme.css`).toBeGreaterThanOrEqual(0);
  const body = css.slice(start, css.indexOf("\n}", start));
  return new Map(
    [...body.matchAll(/--([\w-]+): (oklch\([^)]+\));/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const light = tokens(":root");
const dark = tokens('[data-theme="dark"]');

test("both themes define the same tokens", () => {
  expect([...dark.keys()]).toEqual([...light.keys()]);
});

const grounds = ["canvas", "surface", "raised", "sidebar"];
const textPairs: [text: string, ground: string][] = [
  ...["text", "muted", "faint", "link"].flatMap((text) => grounds.map((ground): [string, string] => [text, ground])),
  ...["healthy", "unhealthy", "warning", "unknown", "unchecked"].flatMap((meaning) =>
    ["canvas", "surface", "raised"].map((ground): [string, string] => [`${meaning}-text`, ground]),
  ),
  ...["key", "text", "number", "word", "note"].flatMap((look) =>
    ["surface", "raised"].map((ground): [string, string] => [`code-${look}`, ground]),
  ),
  ["text", "sunken"],
  ["muted", "sunken"],
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  ["on-accent", "danger"],
  ["on-accent", "danger-hover"],
  ["unhealthy-text", "unhealthy-soft"],
];
const shapePairs: [shape: string, ground: string][] = [
  ...["healthy", "unhealthy", "warning", "unknown", "unchecked"].flatMap((meaning) =>
    ["canvas", "surface", "raised"].map((ground): [string, string] => [meaning, ground]),
  ),
  ...[1, 2, 3, 4, 5, 6].map((line): [string, string] => [`chart-${line}`, "surface"]),
  // The border of a field, and the focus ring.
  ["line-strong", "surface"],
  ["line-strong", "canvas"],
  ["focus", "canvas"],
  ["focus", "surface"],
  ["focus", "sidebar"],
  ["focus", "raised"],
];
/** Translucent colours over a background, with text on top. */
const washed: [text: string, wash: string, ground: string][] = grounds.flatMap((ground) => [
  ["text", "hover", ground],
  ["muted", "hover", ground],
  ["text", "press", ground],
  ["text", "selected", ground],
  ["link", "selected", ground],
  ...["added", "added-strong", "removed", "removed-strong", "found"].map((wash) => ["text", wash, ground]),
]) as [string, string, string][];

describe.each([
  ["light", light],
  ["dark", dark],
])("in the %s theme", (_, theme) => {
  const colour = (name: string) => parseColour(theme.get(name) ?? `no token ${name}`);

  test.each(textPairs)("%s is readable on %s", (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(washed)("%s is readable on %s over %s", (text, wash, ground) => {
    expect(contrast(colour(text), over(colour(wash), colour(ground)))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(shapePairs)("%s is visible on %s", (shape, ground) => {
    expect(contrast(colour(shape), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});
