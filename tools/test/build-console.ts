// Builds the console as `npm start` does: only when its sources changed.
import { prepare } from "../../bin/prepare.mjs";
import { conclude } from "../../bin/refusal.mjs";
import { createSteps } from "../../bin/steps.mjs";

await conclude(async () => {
  await prepare(createSteps(), { console: true, verbose: false });
  return 0;
});
