import { ResourceLink } from "#console/shell/ResourceLink.tsx";
import type { GalleryEntry } from "../entry.ts";

const long = "production/checkout-service-with-a-rather-long-name-7f9c6d5b8-x2x4q";

export const entry: GalleryEntry = {
  name: "Resource link",
  group: "Nouns",
  states: [
    { name: "With a card", draw: () => <ResourceLink kind="config" id="42" name="checkout-service" /> },
    { name: "Without a card", draw: () => <ResourceLink kind="check" id="7" name="Front page" /> },
    { name: "A kind that no area owns", draw: () => <ResourceLink kind="playbook" id="7" name="Restart" /> },
    {
      name: "Long name",
      draw: () => (
        <div className="flex w-64">
          <ResourceLink kind="config" id="43" name={long} />
        </div>
      ),
    },
  ],
};
