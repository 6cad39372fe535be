import { Button } from "#console/widgets/Button.tsx";
import { Tooltip } from "#console/widgets/hover/Tooltip.tsx";
import type { GalleryEntry } from "../entry.ts";

export const entry: GalleryEntry = {
  name: "Tooltip",
  group: "Feedback",
  states: [
    {
      name: "On a button and on words",
      draw: () => (
        <p className="flex items-center gap-6">
          <Tooltip text="Reloads all data">
            <Button>Refresh</Button>
          </Tooltip>
          <span>
            Passed{" "}
            <Tooltip
              text={
                "Passed runs divided by passed and failed runs, over the time range of the page.\nSkipped runs do not count."
              }
            >
              <span tabIndex={0} className="underline decoration-dotted underline-offset-4">
                99.2 %
              </span>
            </Tooltip>
          </span>
        </p>
      ),
    },
    {
      name: "At the edge",
      draw: () => (
        <div className="flex justify-end">
          <Tooltip text="A longer explanation that would overflow the window at the right if its position were not adjusted">
            <Button>Edge</Button>
          </Tooltip>
        </div>
      ),
    },
  ],
};
