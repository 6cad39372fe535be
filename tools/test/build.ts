// Builds the console and the server as `npm start` does: only when their sources changed.
import { prepare } from "../../bin/prepare.mjs";
import { conclude } from "../../bin/refusal.mjs";
import { createSteps } from "../../bin/steps.mjs";

await conclude(async () => {
  await prepare(createSteps(), { extent: "all", builds: true, verbose: false });
  return 0;
});
