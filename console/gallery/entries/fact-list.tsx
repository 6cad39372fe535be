import { FactList } from "#console/widgets/FactList.tsx";
import type { GalleryEntry } from "../entry.ts";

export const entry: GalleryEntry = {
  name: "Fact list",
  group: "Nouns",
  states: [
    {
      name: "Facts",
      draw: () => (
        <FactList
          facts={[
            ["Status", "Sent"],
            ["Duration", "120ms"],
            ["Host", "a-worker-with-a-very-long-name-that-does-not-fit-into-one-line.prod-eu-west-1.example.org"],
            ["Missing", null],
          ]}
        />
      ),
    },
  ],
};
