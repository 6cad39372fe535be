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
          <Tooltip text="Reads everything anew">
            <Button>Refresh</Button>
          </Tooltip>
          <span>
            Passed{" "}
            <Tooltip
              text={
                "Passed divided by passed plus failed, over the time range of the page.\nSkipped runs do not count."
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
          <Tooltip text="A longer explanation that would leave the window at the right if nobody took care of it">
            <Button>Edge</Button>
          </Tooltip>
        </div>
      ),
    },
  ],
};
