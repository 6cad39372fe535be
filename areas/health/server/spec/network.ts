// Checks of what answers on a network.
import { z } from "zod";
import { check } from "./check.ts";

export const webhook = check({
  token: z.unknown().optional().meta({ label: "Token", field: "env-var", secret: true }),
});
