// Checks a part of Quarterdeck itself and returns figures; the check's own CEL test decides which figures are bad. The
// list of parts is fixed, so that a check cannot access other parts of the server.
import { z } from "zod";
import { CheckInvalid, defineCheck, healthy, unhealthy } from "../check-kind.ts";
import { check, threshold } from "../spec/check.ts";
import { aspects, aspectNames } from "./quarterdeck/aspects.ts";

export const quarterdeck = defineCheck({
  type: "quarterdeck",
  title: "Quarterdeck",
  icon: "health",
  spec: check({
    of: z.enum(aspectNames, `must be one of ${aspectNames.join(", ")}`).meta({ label: "Part" }),
    thresholdMillis: threshold.optional().meta({ label: "Max Response Time (in millis)" }),
  }),
  endpoint: ({ of }) => of,

  async run({ of, thresholdMillis }, { system, signal }) {
    if (!system) throw new CheckInvalid("This check needs a server and cannot run on the command line.");
    const startedAt = performance.now();
    const { message, ...data } = await aspects[of](system, signal);
    const durationMs = performance.now() - startedAt;
    const found = { message, data, detail: data, durationMs };
    if (thresholdMillis && durationMs > thresholdMillis)
      return unhealthy(`The check took ${Math.round(durationMs)} ms, longer than ${thresholdMillis} ms`, {
        ...found,
        tookTooLong: true,
      });
    return healthy(found);
  },
});
