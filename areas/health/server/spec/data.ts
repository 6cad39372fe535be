// Checks of stores, files, clusters and whatever can be asked a question.
import { z } from "zod";
import { filled, list, namedEnvVar, part } from "#server/spec/parts.ts";
import { check } from "./check.ts";

export const exec = check({
  script: filled.meta({ label: "Script", field: "long-text" }),
  env: list(namedEnvVar).optional().meta({ label: "Variables" }),
  artifacts: list(part({ path: filled }))
    .optional()
    .meta({ label: "Artifacts" }),
});

/** Types whose own fields are kept as they are written. */
export const other = check({ config: z.unknown().optional() }).omit({ config: true });
