import { type ReactNode, useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import type { ConfirmProps } from "#console/widgets/dialog/OpenedConfirm.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import type { GalleryEntry } from "../entry.ts";

type AskProps = Pick<ConfirmProps, "look" | "title"> &
  Partial<Pick<ConfirmProps, "onConfirm" | "confirmLabel">> & { open: string; children?: ReactNode };

function Ask({ open, onConfirm = () => void toast.success("Done"), ...question }: AskProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{open}</Button>
      <Confirm {...question} isOpen={isOpen} onClose={() => setOpen(false)} onConfirm={onConfirm} />
    </>
  );
}

export const entry: GalleryEntry = {
  name: "Confirm",
  group: "Feedback",
  states: [
    {
      name: "Delete and approve",
      press: ["Delete it"],
      draw: () => (
        <div className="flex flex-wrap gap-2">
          <Ask open="Delete it" look="delete" title="Are you sure you want to delete this resource?">
            The connection <strong>prometheus</strong> is used by 14 checks, which will fail without it.
          </Ask>
          <Ask open="Approve it" look="approve" title="Approve this run?">
            “Restart the payment service” runs at once.
          </Ask>
        </div>
      ),
    },
    {
      name: "A failing action",
      press: ["Delete, which fails", "Delete"],
      draw: () => (
        <Ask
          open="Delete, which fails"
          look="delete"
          title="Are you sure you want to delete the permission?"
          onConfirm={() =>
            Promise.reject(new Error("The permission is part of the role editor and cannot be deleted."))
          }
        />
      ),
    },
    {
      name: "Long name",
      press: ["Delete a long name"],
      draw: () => (
        <Ask
          open="Delete a long name"
          look="delete"
          title="Delete arn:aws:eks:eu-central-1:123456789012:nodegroup/production-cluster-with-a-long-name?"
          confirmLabel="Delete with everything in it"
        />
      ),
    },
  ],
};
