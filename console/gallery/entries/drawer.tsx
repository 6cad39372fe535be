import { useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Drawer } from "#console/widgets/dialog/Drawer.tsx";
import type { GalleryEntry } from "../entry.ts";

function Opener({ size }: { size: "medium" | "large" }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{size}</Button>
      <Drawer
        isOpen={isOpen}
        onClose={close}
        size={size}
        title="production/checkout-service-7f9c6d5b8-x2x4q"
        description="Kubernetes::Pod"
        actions={<Button onClick={close}>Done</Button>}
      >
        {Array.from({ length: 40 }, (_, line) => (
          <p key={line}>Line {line + 1}</p>
        ))}
      </Drawer>
    </>
  );
}

export const entry: GalleryEntry = {
  name: "Drawer",
  group: "Feedback",
  states: [
    {
      name: "Two widths",
      press: ["medium"],
      draw: () => (
        <div className="flex gap-2">
          <Opener size="medium" />
          <Opener size="large" />
        </div>
      ),
    },
  ],
};
