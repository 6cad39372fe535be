import { CopyButton } from "#console/widgets/CopyButton.tsx";
import { CopyIcon } from "#console/widgets/CopyIcon.tsx";
import type { GalleryEntry } from "../entry.ts";

const id = "018fd2c1-6a2e-7c3f-9b0a-2f1c4e5d6a7b";

export const entry: GalleryEntry = {
  name: "Copy",
  group: "Feedback",
  states: [
    { name: "Button", draw: () => <CopyButton label="Copy details" text={() => "The details"} /> },
    {
      name: "Next to a value",
      draw: () => (
        <span className="flex items-center gap-1 font-mono">
          {id}
          <CopyIcon text={id} label="Copy id" copied={`Copied ${id} to clipboard`} />
        </span>
      ),
    },
  ],
};
