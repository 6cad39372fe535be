// How Quarterdeck itself is. It looks at one part of itself and tells what it found in figures; from where on that is bad says
// the check's own test, in CEL. What is looked at is fixed here, so that nothing of ours is reached that a check may not reach.
import { z } from "zod";
import { CheckInvalid, defineCheck, healthy, unhealthy } from "../check-kind.ts";
import { check, threshold } from "../spec/check.ts";
import { aspects, aspectNames } from "./quarterdeck/aspects.ts";

export const quarterdeck = defineCheck({
  type: "quarterdeck",
  title: "Quarterdeck",
  icon: "heart-pulse",
  spec: check({
    of: z.enum(aspectNames, `must be one of ${aspectNames.join(", ")}`).meta({ label: "What of it" }),
    thresholdMillis: threshold.optional().meta({ label: "Max Response Time (in millis)" }),
  }),
  endpoint: ({ of }) => of,

  async run({ of, thresholdMillis }, { system, signal }) {
    if (!system) throw new CheckInvalid("Without a server there is nothing of it to look at.");
    const begun = performance.now();
    const { message, ...data } = await aspects[of](system, signal);
    const durationMs = performance.now() - begun;
    const found = { message, data, detail: data, durationMs };
    if (thresholdMillis && durationMs > thresholdMillis)
      return unhealthy(`It took ${Math.round(durationMs)} ms, and ${thresholdMillis} ms at most is wanted`, {
        ...found,
        tookTooLong: true,
      });
    return healthy(found);
  },
});
