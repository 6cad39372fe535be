// Runs the product as a separate process whose notifications post to the receiver of a test. It prints one line of JSON
// when it is ready, and stops on SIGTERM.
import { Writable } from "node:stream";
import { notifications } from "#areas/notifications/server/index.ts";
import { createPipeline } from "#areas/notifications/server/pipeline.ts";
import { readEnv } from "#server/env/env.ts";
import { createLog } from "#server/log.ts";
import { createSteps } from "../../bin/steps.mjs";
import { serverAreas } from "../../main/areas.server.ts";
import { startServer } from "../../main/start-server.ts";
import { postingChannels } from "../support/posting-channels.ts";

const pipeline = createPipeline({ channels: postingChannels, silences: () => ({ match: async () => undefined }) });
const env = readEnv();
const running = await startServer({
  env,
  log: await createLog({ ...env, logFormat: "json" }),
  steps: createSteps({ stream: new Writable({ write: (_chunk, _encoding, done) => done() }) }),
  areas: serverAreas.map((area) => (area === notifications ? { ...area, services: [pipeline] } : area)),
  signal: new AbortController().signal,
});
process.once("SIGTERM", () => void running.stop().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
