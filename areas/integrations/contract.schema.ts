import { z } from "zod";
import { chartNames } from "./charts.ts";

export const chart = {
  params: z.object({ name: z.enum(chartNames, `must be ${chartNames.join(", ")}`) }),
  answer: z.object({
    /** The name of the Helm chart. */
    chart: z.string(),
    version: z.string().optional(),
    /** The JSON schema of the chart's values. */
    schema: z.record(z.string(), z.unknown()),
    /**
     * Whether the definition is from the registry, or from the copy that Quarterdeck ships for networks without access
     * to the registry.
     */
    source: z.enum(["registry", "shipped"]),
  }),
};
