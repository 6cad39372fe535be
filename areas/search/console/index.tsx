import type { ConsoleArea } from "#console/shell/area.ts";

export const search: ConsoleArea = {
  name: "search",
  finder: async () => (await import("./find.ts")).find,
};
