import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { UnsavedGuard } from "#console/widgets/dialog/UnsavedGuard.tsx";
import { TextField } from "#console/widgets/TextField.tsx";
import type { GalleryEntry } from "../entry.ts";

function Form() {
  const [name, setName] = useState("prometheus");
  return (
    <div className="flex max-w-sm flex-col gap-3">
      <TextField label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <UnsavedGuard isDirty={name !== "prometheus"} params={["tab"]} />
      <Link to="/_gallery/$entry" params={{ entry: "toast" }} className="text-link hover:underline">
        Leave
      </Link>
      <Link
        to="/_gallery/$entry"
        params={{ entry: "unsaved-guard" }}
        search={{ tab: "other" }}
        className="text-link hover:underline"
      >
        Other tab
      </Link>
    </div>
  );
}

export const entry: GalleryEntry = {
  name: "Unsaved changes",
  group: "Feedback",
  states: [{ name: "A form", draw: () => <Form /> }],
};
