// Applications as people write them.
import { z } from "zod";
import { document, door, name } from "#server/db/door.ts";
import type { WriteDoors } from "#server/db/writes.ts";

export const applicationWrites: WriteDoors = {
  applications: door({
    shape: z.object({ name, spec: document }),
    defaults: { spec: {} },
    sealed: { spec: document },
  }),
};
