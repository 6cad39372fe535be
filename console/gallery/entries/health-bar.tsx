import { HealthBar } from "#console/widgets/HealthBar.tsx";
import type { GalleryEntry } from "../entry.ts";

const bar = (counts: Record<string, number>, width = "w-52") => (
  <div className={width}>
    <HealthBar label="Health of pods" counts={counts} hrefOf={(health) => `/_gallery?health=${health}`} />
  </div>
);

export const entry: GalleryEntry = {
  name: "Health bar",
  group: "Nouns",
  states: [
    { name: "All statuses", draw: () => bar({ healthy: 1204, unhealthy: 3, warning: 12, unknown: 40 }) },
    { name: "All healthy", draw: () => bar({ healthy: 8 }) },
    { name: "None healthy", draw: () => bar({ unhealthy: 2, warning: 1 }) },
    { name: "Little space", draw: () => bar({ healthy: 120_400, unhealthy: 31, warning: 1, unknown: 4 }, "w-32") },
    { name: "An unknown status", draw: () => bar({ healthy: 2, suspended: 5 }) },
    {
      name: "Without links",
      draw: () => (
        <div className="w-52">
          <HealthBar label="Health of pods" counts={{ healthy: 3, unhealthy: 1 }} />
        </div>
      ),
    },
    {
      name: "None",
      draw: () => (
        <div className="w-52">
          <HealthBar label="Health of pods" counts={null} />
        </div>
      ),
    },
  ],
};
