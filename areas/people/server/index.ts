// People on the server: who there is and which roles they hold.
import type { ServerArea } from "#server/area.ts";
import { peopleRoutes } from "./routes.ts";
import { peopleWrites } from "./writes.ts";

/** The author of what nobody did by hand. */
export const systemPersonId = "00000000-0000-0000-0000-000000000001";

export const people: ServerArea = {
  name: "people",
  routes: peopleRoutes,
  writes: peopleWrites,
};
