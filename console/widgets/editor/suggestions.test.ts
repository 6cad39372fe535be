// @vitest-environment node
import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../form/json-schema.ts";
import { completeAt } from "./completion.ts";
import { docsAt } from "./hover.ts";
import { outlineOf } from "./outline.ts";
import { placeAt } from "./place.ts";
import { shapesAt } from "./schema-at.ts";
import { itemTemplate, keyTemplate, printScalar } from "./template.ts";

const schema: JsonSchema = {
  type: "object",
  required: ["name", "checks"],
  properties: {
    name: { type: "string", description: "What it is called." },
    severity: { enum: ["low", "medium", "high"], default: "medium", description: "How bad it is." },
    paused: { type: "boolean" },
    labels: { type: "object", additionalProperties: { type: "string" } },
    owner: { $ref: "#/$defs/person" },
    schedule: { anyOf: [{ type: "string", examples: ["@hourly"] }, { type: "number" }] },
    notify: { type: "array", items: { enum: ["mail", "chat"] } },
    checks: {
      type: "array",
      items: {
        oneOf: [
          {
            title: "HTTP check",
            type: "object",
            required: ["type", "url"],
            additionalProperties: false,
            properties: {
              type: { const: "http", description: "Asks a web server." },
              url: { type: "string", description: "Where to ask." },
              method: { enum: ["GET", "POST"] },
              tls: {
                type: "object",
                required: ["ca"],
                properties: { ca: { type: "string" }, insecure: { type: "boolean" } },
              },
            },
          },
          {
            title: "DNS check",
            type: "object",
            required: ["type", "server"],
            additionalProperties: false,
            properties: {
              type: { const: "dns" },
              server: { type: "string", description: "Whom to ask." },
              record: { enum: ["A", "AAAA", "TXT"] },
            },
          },
        ],
      },
    },
  },
  $defs: {
    person: {
      type: "object",
      required: ["email"],
      properties: { email: { type: "string" }, manager: { $ref: "#/$defs/person" } },
    },
  },
};

/** The bar marks the cursor. */
function cursor(marked: string) {
  const position = marked.indexOf("|");
  expect(position, "the cursor").toBeGreaterThanOrEqual(0);
  return { text: marked.slice(0, position) + marked.slice(position + 1), position };
}
const where = (marked: string) => {
  const { text, position } = cursor(marked);
  const place = placeAt(text, outlineOf(text, position), position);
  return place && `${place.kind} ${place.path.join(".")} "${text.slice(place.from, place.to)}"`.replace("  ", " ");
};
interface CompletionOptions {
  language?: "yaml" | "json";
  explicit?: boolean;
}
function offered(marked: string, { language = "yaml", explicit = true }: CompletionOptions = {}) {
  const { text, position } = cursor(marked);
  const context = new CompletionContext(EditorState.create({ doc: text }), position, explicit);
  return completeAt(context, { schema, language });
}
const labels = (...input: Parameters<typeof offered>) =>
  offered(...input)?.options.map(({ label, displayLabel }) => displayLabel ?? label) ?? [];
const docsFor = (marked: string) => {
  const { text, position } = cursor(marked);
  return docsAt(text, position, schema);
};

describe("cursor position", () => {
  test.each([
    ["|", 'open ""'],
    ["na|", 'open "na"'],
    ["name: x\nse|", 'key "se"'],
    ["na|me: x", 'key "name"'],
    ["name: x|", 'value name "x"'],
    ["name: |", 'value name ""'],
    ["owner:\n  |", 'open owner ""'],
    ["owner:\n  em|", 'open owner "em"'],
    ["owner:\n  email: x\n  |", 'key owner ""'],
    ["owner:\n  email: x\n|", 'key ""'],
    ["owner:\n  manager:\n    manager:\n      e|", 'open owner.manager.manager "e"'],
    ["checks:\n  - |", 'open checks.0 ""'],
    ["checks:\n  - ty|", 'open checks.0 "ty"'],
    ["checks:\n  - type: http\n    |", 'key checks.0 ""'],
    ["checks:\n  - type: http\n  |", 'item checks ""'],
    ["checks:\n- type: http\n  u|", 'key checks.0 "u"'],
    ["checks:\n- type: http\n- type: |\nname: x", 'value checks.1.type ""'],
    ["checks:\n  - type: http\n    tls:\n      |\nname: x", 'open checks.0.tls ""'],
    ["a: 1\nhalf\nowner:\n  em|", 'open owner "em"'],
    ["owner: { email: x, ma| }", 'key owner "ma"'],
    ["owner: { email: | }", 'value owner.email ""'],
    ["owner: { manager: { | } }", 'key owner.manager ""'],
    ["notify: [mail, |]", 'open notify.1 ""'],
    ["notify: [mail, |\nname: x", 'open notify.1 ""'],
    ['"quoted key": |', 'value quoted key ""'],
    ["# only a comment |", undefined],
    ["name: x # and why |", undefined],
    ['name: "a # b|"', 'value name ""a # b""'],
    ["name: several words |", undefined],
    ["---\nname: x\n---\nowner:\n  |", 'open owner ""'],
    ["name: *al|", 'value name "*al"'],
    ["owner: &here\n  |", 'open owner ""'],
  ])("%j", (marked, expected) => {
    expect(where(marked)).toBe(expected);
  });

  test("a block scalar offers no keys, but the line after it does", () => {
    const text = "name: |\n  owner:\n    \nowner:\n  ";
    const at = (position: number) => placeAt(text, outlineOf(text, position), position);
    expect(at(text.indexOf("    \n") + 4)).toBeUndefined();
    expect(at(text.length)).toMatchObject({ kind: "open", path: ["owner"] });
  });

  test("cursor position is found within the brackets of JSON", () => {
    expect(where('{ "name": "x", "ow|" }')).toBe('key ""ow""');
    expect(where('{\n  "owner": {\n    "email": |\n  }\n}')).toBe('value owner.email ""');
    expect(offered('{ "sev|"\n  "name": "x" }', { language: "json" })?.options[0]?.apply).toBe('"severity": ');
    expect(where('{ "owner": |\n  "name": "x" }')).toBe('value owner ""');
    expect(where('{\n  "checks": [\n    { "type": "http", | }')).toBe('key checks.0 ""');
  });
});

describe("completions", () => {
  test("completions contain the missing keys of the current map", () => {
    expect(labels("|")).toEqual(expect.arrayContaining(["name", "severity", "checks", "owner"]));
    expect(labels("name: x\n|")).not.toContain("name");
    expect(labels("owner:\n  |")).toEqual(["email", "manager"]);
    expect(labels("owner:\n  email: x\n  |")).toEqual(["manager"]);
    expect(labels("owner:\n  manager:\n    manager:\n      |")).toEqual(["email", "manager"]);
    expect(labels("owner:\n  |\n  email: x")).toEqual(["manager"]);
    expect(labels("labels:\n  |")).toEqual([]);
  });

  test("completions contain the values of the schema, quoted where necessary", () => {
    expect(labels("severity: |")).toEqual(["low", "medium", "high"]);
    expect(labels("severity:|")).toEqual(["low", "medium", "high"]);
    expect(offered("severity:|")?.options[0]?.apply).toBe(" low");
    expect(labels("paused: |")).toEqual(["true", "false"]);
    expect(labels("schedule: |")).toEqual(["@hourly"]);
    expect(offered("schedule: |")?.options[0]?.apply).toBe('"@hourly"');
    expect(labels("notify:\n  - |")).toEqual(["mail", "chat"]);
    expect(labels("notify: [mail, |]")).toEqual(["mail", "chat"]);
    expect(offered("severity: |")?.options[1]?.detail).toBe("default");
  });

  test("suggestions contain only the keys of variants that match the typed text", () => {
    expect(labels("checks:\n  - |")).toEqual([
      "HTTP check",
      "DNS check",
      "type",
      "url",
      "method",
      "tls",
      "server",
      "record",
    ]);
    expect(labels("checks:\n  - type: http\n    |")).toEqual(["url", "method", "tls"]);
    expect(labels("checks:\n  - type: dns\n    |")).toEqual(["server", "record"]);
    expect(labels("checks:\n  - server: x\n    |")).toEqual(["type", "record"]);
    expect(labels("checks:\n  - |\n    type: dns")).toEqual(["server", "record"]);
    expect(labels("checks:\n  - type: |")).toEqual(["http", "dns"]);
    expect(labels("checks:\n  - type: dns\n    record: |")).toEqual(["A", "AAAA", "TXT"]);
    expect(labels("checks:\n  - type: http\n    tls:\n      |")).toEqual(["ca", "insecure"]);
  });

  test("completions contain list entries where a dash is expected", () => {
    expect(labels("checks:\n  |")).toEqual(["- HTTP check", "- DNS check"]);
    expect(labels("checks:\n  - type: dns\n  |")).toEqual(["- HTTP check", "- DNS check"]);
  });

  test("completions are quoted in JSON", () => {
    expect(labels('{ "owner": { "em|" } }', { language: "json" })).toEqual(["email", "manager"]);
    expect(offered('{ "owner": { | } }', { language: "json" })?.options[0]?.apply).toBe('"email": ');
    expect(offered('{ "severity": | }', { language: "json" })?.options[0]?.apply).toBe('"low"');
    expect(offered('{ "paused": | }', { language: "json" })?.options[0]?.apply).toBe("true");
  });

  test("completions open automatically after a colon or a dash, but not on an empty line", () => {
    expect(labels("owner:\n  |", { explicit: false })).toEqual([]);
    expect(labels("owner:\n  e|", { explicit: false })).toEqual(["email", "manager"]);
    expect(labels("severity: |", { explicit: false })).toEqual(["low", "medium", "high"]);
    expect(labels("checks:\n  - |", { explicit: false })).toContain("HTTP check");
  });

  test("completing a key that already has a colon replaces only its name", () => {
    expect(offered("se|: low")?.options.find(({ label }) => label === "severity")?.apply).toBe("severity");
  });
});

describe("the template of a chosen key", () => {
  const shapes = (path: readonly (string | number)[]) => shapesAt(schema, outlineOf(""), path);
  test("contains the required keys", () => {
    expect(keyTemplate("name", shapes(["name"]), schema)).toBe("name: ${}");
    expect(keyTemplate("severity", shapes(["severity"]), schema)).toBe("severity: ${}");
    expect(keyTemplate("owner", shapes(["owner"]), schema)).toBe("owner:\n  email: ${}");
    expect(keyTemplate("notify", shapes(["notify"]), schema)).toBe("notify:\n  - ${}");
    expect(keyTemplate("checks", shapes(["checks"]), schema)).toBe("checks:\n  - type: http\n    url: ${}");
    expect(keyTemplate("tls", shapes(["checks", 0, "tls"]), schema, "  ")).toBe("tls:\n    ca: ${}");
    expect(itemTemplate(shapes(["checks", 0]), schema)).toBe("- type: http\n  url: ${}");
  });

  test("quotes strings that YAML would read as a different type", () => {
    expect(["plain", "true", "1.5", "", "- x", "a: b", "@hourly", "a #b"].map(printScalar)).toEqual([
      "plain",
      '"true"',
      '"1.5"',
      '""',
      '"- x"',
      '"a: b"',
      '"@hourly"',
      '"a #b"',
    ]);
  });
});

describe("documentation", () => {
  test("describes the key under the pointer", () => {
    expect(docsFor("na|me: x")).toMatchObject({ name: "name", isRequired: true, from: 0, to: 4 });
    expect(docsFor("name: x\nseve|rity: low")?.shapes[0]?.description).toBe("How bad it is.");
    expect(docsFor("severity: lo|w")).toMatchObject({ name: "severity", isRequired: false });
    expect(docsFor("checks:\n  - type: http\n    u|rl: x")?.shapes.map(({ description }) => description)).toEqual([
      "Where to ask.",
    ]);
    expect(docsFor("checks:\n  - type: ht|tp")?.shapes.map(({ description }) => description)).toEqual([
      "Asks a web server.",
    ]);
  });
  test("returns no documentation for an unknown key, a comment or an empty line", () => {
    expect(docsFor("unkn|own: x")).toBeUndefined();
    expect(docsFor("# na|me")).toBeUndefined();
    expect(docsFor("  |")).toBeUndefined();
  });
});
