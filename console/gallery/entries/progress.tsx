import { Progress } from "#console/widgets/Progress.tsx";
import type { GalleryEntry } from "../entry.ts";

const values = [0, 3, 40, 75, 76, 90, 91, 100, 140];

export const entry: GalleryEntry = {
  name: "Progress",
  group: "Feedback",
  states: [
    {
      name: "Green, orange, red",
      draw: () => (
        <div className="flex max-w-sm flex-col gap-3">
          {values.map((percent) => (
            <div key={percent} className="grid grid-cols-[4rem_1fr] items-center">
              <span className="tabular-nums">{percent} %</span>
              <Progress percent={percent} label={`Memory at ${percent} percent`} />
            </div>
          ))}
        </div>
      ),
    },
  ],
};
