import { ask } from "#console/client/call.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { properties } from "../contract.ts";

export const features: ConsoleArea = {
  name: "features",
  // Read before anything is drawn, and again when one of them changes: a feature goes and comes without reload.
  properties: () => ({
    queryKey: ["properties"],
    queryFn: ({ signal }) => ask(properties, {}, { signal }),
  }),
};
