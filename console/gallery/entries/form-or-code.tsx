import { useState } from "react";
import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import { FormOrCode } from "#console/widgets/editor/FormOrCode.tsx";
import { canarySchema } from "../canary-spec.ts";
import type { GalleryEntry } from "../entry.ts";

const shop = {
  name: "shop",
  interval: 30,
  owner: { email: "grace@example.org" },
  checks: [{ type: "http", url: "https://shop.example.org" }],
};

/** Shows the current value next to the widget, and the reason if the typed text is invalid. */
function Shown({ name, first, readOnly = false }: { name: string; first: unknown; readOnly?: boolean }) {
  const [value, setValue] = useState(first);
  const [why, setWhy] = useState<string>();
  return (
    <div className="flex flex-col gap-4">
      <FormOrCode
        schema={canarySchema}
        value={value}
        onChange={setValue}
        onInvalid={setWhy}
        readOnly={readOnly}
        size="medium"
      />
      <DataViewer title={`Value (${name})`} value={value ?? null} />
      {why !== undefined && <p className="text-muted">Cannot be saved. {why}</p>}
    </div>
  );
}

export const entry: GalleryEntry = {
  name: "Form or code",
  group: "Forms",
  states: [
    { name: "Editable", draw: () => <Shown name="editable" first={shop} /> },
    { name: "Empty", draw: () => <Shown name="empty" first={{}} /> },
    { name: "Read only", draw: () => <Shown name="read only" first={shop} readOnly /> },
  ],
};
