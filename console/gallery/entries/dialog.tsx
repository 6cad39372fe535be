import { useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import type { DialogProps, DialogSize } from "#console/widgets/dialog/DialogFrame.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { TextField } from "#console/widgets/TextField.tsx";
import { Tooltip } from "#console/widgets/hover/Tooltip.tsx";
import type { GalleryEntry } from "../entry.ts";

function Opener({ open, ...dialog }: Omit<DialogProps, "isOpen" | "onClose"> & { open: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{open}</Button>
      <Dialog
        {...dialog}
        isOpen={isOpen}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button look="primary" onClick={close}>
              Save
            </Button>
          </>
        }
      />
    </>
  );
}

const sizes: readonly DialogSize[] = ["very-small", "small", "medium", "large", "full"];
const form = (
  <div className="flex max-w-xl flex-col gap-4">
    <TextField label="Name" defaultValue="prometheus" />
    <TextField label="Namespace" />
    <Tooltip text="Only letters, digits and hyphens">
      <Button>Which names are allowed?</Button>
    </Tooltip>
  </div>
);

export const entry: GalleryEntry = {
  name: "Dialog",
  group: "Feedback",
  states: [
    {
      name: "Five sizes",
      press: ["small"],
      draw: () => (
        <div className="flex flex-wrap gap-2">
          {sizes.map((size) => (
            <Opener key={size} open={size} size={size} title={`A ${size} dialog`} docs="https://example.org/docs">
              {form}
            </Opener>
          ))}
        </div>
      ),
    },
    {
      name: "Long name and content",
      press: ["Long"],
      draw: () => (
        <Opener
          open="Long"
          size="small"
          title="arn:aws:eks:eu-central-1:123456789012:nodegroup/production-cluster-with-a-long-name/spot-workers-arm64-large-c7g/2026"
          description="All details of the item"
        >
          {Array.from({ length: 60 }, (_, line) => (
            <p key={line}>Line {line + 1}</p>
          ))}
        </Opener>
      ),
    },
    {
      name: "Loading",
      press: ["Loading"],
      draw: () => (
        <Opener open="Loading" size="small" title="Job details">
          <TextSkeleton label="job details" lines={8} />
        </Opener>
      ),
    },
  ],
};
