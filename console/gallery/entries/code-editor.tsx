import { useState } from "react";
import { CodeEditor, type CodeEditorProps } from "#console/widgets/editor/CodeEditor.tsx";
import { brokenText, canarySchema, canaryText, doubtfulText, longText, wideText } from "../canary-spec.ts";
import type { GalleryEntry } from "../entry.ts";

type StartedProps = Omit<CodeEditorProps, "text" | "onChange"> & { text: string };

function Started({ text: first, ...rest }: StartedProps) {
  const [text, setText] = useState(first);
  return <CodeEditor {...rest} text={text} onChange={setText} />;
}

const answer = JSON.stringify({ name: "shop", paused: false, interval: 30, checks: [] }, null, 2);

export const entry: GalleryEntry = {
  name: "Code editor",
  group: "Forms",
  states: [
    { name: "YAML", draw: () => <Started label="Spec" schema={canarySchema} text={canaryText} saved={canaryText} /> },
    { name: "Invalid", draw: () => <Started label="Broken" schema={canarySchema} text={brokenText} size="small" /> },
    {
      name: "With warnings",
      draw: () => <Started label="With warnings" schema={canarySchema} text={doubtfulText} size="small" />,
    },
    {
      name: "Changed",
      press: ["Changes"],
      draw: () => (
        <Started
          label="Changed"
          schema={canarySchema}
          saved={canaryText}
          text={canaryText.replace("interval: 30", "interval: 60").replace("    responseCodes: [200, 204]\n", "")}
        />
      ),
    },
    {
      name: "Refused by the server",
      draw: () => (
        <Started
          label="Refused"
          schema={canarySchema}
          text={canaryText}
          size="small"
          problems={[{ path: ["owner", "email"], message: "No person has this address." }]}
        />
      ),
    },
    { name: "Read only", draw: () => <Started label="Managed elsewhere" readOnly text={canaryText} size="small" /> },
    {
      name: "Empty",
      draw: () => (
        <Started
          label="Empty"
          schema={canarySchema}
          text=""
          placeholder="Control+Space suggests keys and values"
          size="very-small"
        />
      ),
    },
    {
      name: "Loading",
      draw: () => <CodeEditor label="Loading" text={undefined} onChange={() => {}} size="small" />,
    },
    {
      name: "JSON",
      draw: () => <Started label="Answer" language="json" schema={canarySchema} text={answer} size="small" />,
    },
    {
      name: "Long names",
      draw: () => <Started label={`A label ${"that goes on ".repeat(12)}`} text={wideText} size="very-small" />,
    },
    {
      name: "Five thousand lines",
      draw: () => <Started label="Long" schema={canarySchema} text={longText} saved={longText} />,
    },
  ],
};
