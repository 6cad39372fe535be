// Pages as people write them.
import { z } from "zod";
import { document, door, name } from "#server/db/door.ts";
import type { WriteDoors } from "#server/db/writes.ts";

export const viewWrites: WriteDoors = {
  views: door({ shape: z.object({ name, spec: document }), defaults: { spec: {} } }),
};
