import { useState } from "react";
import type { ExpressionSource, Notation } from "#console/widgets/editor/expression-source.ts";
import { ExpressionField } from "#console/widgets/form/fields/ExpressionField.tsx";
import type { GalleryEntry } from "../entry.ts";

/** A fake server: it reports `abrev` as a misspelling of `abbrev` and accepts everything else. */
const standIn: ExpressionSource = {
  check: async ({ text }) => {
    const at = text.indexOf("abrev");
    if (at === -1) return [];
    const before = text.slice(0, at).split("\n");
    return [
      {
        message: "There is no function abrev.",
        line: before.length,
        column: before.at(-1)!.length + 1,
        suggestion: "abbrev",
      },
    ];
  },
  functions: async () => [
    { name: "abbrev", signature: "string.abbrev(int, int?)", help: "Shortens a text to a width, with dots" },
    { name: "math.Add", signature: "math.Add(any, …)", help: "Adds numbers" },
    { name: "math.Abs", signature: "math.Abs(number)", help: "Returns the absolute value" },
  ],
};

interface ExampleProps {
  label: string;
  notation?: Notation;
  text?: string;
  isReadOnly?: boolean;
  placeholder?: string;
  help?: string;
}

function Started({ notation = "cel", text, ...rest }: ExampleProps) {
  const [value, setValue] = useState<string | undefined>(text);
  return <ExpressionField {...rest} notation={notation} value={value} onChange={setValue} source={standIn} />;
}

const long = Array.from({ length: 40 }, (_, line) => `json.items[${line}].name.startsWith("shop") ||`).join("\n");

export const entry: GalleryEntry = {
  name: "Expression",
  group: "Forms",
  states: [
    {
      name: "CEL",
      draw: () => (
        <Started
          label="Test"
          text={"code == 200 &&\n  json.items.all(i, i.ready)"}
          help="The check passes if the expression is true."
        />
      ),
    },
    { name: "Wrong", draw: () => <Started label="Wrong" text={'json.items.all(i,\n  abrev(i.name) == "shop")'} /> },
    {
      name: "Template",
      draw: () => (
        <Started
          label="Display"
          notation="template"
          text={"{{ if .ok }}fine{{ else }}$(message | abbrev 20){{ end }} of {{ len .results }}"}
        />
      ),
    },
    {
      name: "JavaScript",
      draw: () => (
        <Started
          label="Script"
          notation="javascript"
          text={"var bad = results.filter(function (r) { return r.n > 3 }); // too many\nbad.length === 0"}
        />
      ),
    },
    { name: "Empty", draw: () => <Started label="Empty" placeholder="results.size() > 0" /> },
    { name: "Read only", draw: () => <Started label="Managed elsewhere" isReadOnly text="code == 200" /> },
    { name: "Long", draw: () => <Started label="Long" text={`${long} ${"wide".repeat(80)}`} /> },
  ],
};
