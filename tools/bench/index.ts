// `npm run bench [names] [--quick] [--profile FOLDER]`: measures the promised speed and memory on this machine and
// prints a table; the exit code is 1 if a threshold is missed. It is not part of `npm test`, because a busy machine is
// not a defect. bench.ts explains how to add a bench.
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { prepare } from "../../bin/prepare.mjs";
import { createSteps } from "../../bin/steps.mjs";
import { about } from "./about.ts";
import { agentCatchUp } from "./agent-catch-up.ts";
import { agentFleet } from "./agent-fleet.ts";
import { application } from "./application.ts";
import { table as print, type Bench, type Row } from "./bench.ts";
import { catalog } from "./catalog.ts";
import { checksCost } from "./checks-cost.ts";
import { checksSteady } from "./checks-steady.ts";
import { checksThrough } from "./checks-through.ts";
import { checkHistory } from "./check-history.ts";
import { dataRates } from "./data-rates.ts";
import { dataWaits } from "./data-waits.ts";
import { editor } from "./editor.ts";
import { expressions } from "./expressions.ts";
import { graph } from "./graph.ts";
import { healthPage } from "./health-page.ts";
import { idle } from "./idle.ts";
import { incidents } from "./incidents.ts";
import { incidentScripts } from "./incident-scripts.ts";
import { loginBytes } from "./login-bytes.ts";
import { logs } from "./logs.ts";
import { logsPage } from "./logs-page.ts";
import { mcp } from "./mcp.ts";
import { memory } from "./memory.ts";
import { memoryWrites } from "./memory-writes.ts";
import { notifications } from "./notifications.ts";
import { notificationsStorm } from "./notifications-storm.ts";
import { notificationsSummary } from "./notifications-summary.ts";
import { palette } from "./palette.ts";
import { playbookPage } from "./playbook-page.ts";
import { playbooks } from "./playbooks.ts";
import { stopProducts } from "./product.ts";
import { scraping } from "./scraping.ts";
import { topologyBuilder } from "./topology-builder.ts";
import { signInTimes } from "./sign-in-times.ts";
import { summary } from "./summary.ts";
import { table } from "./table.ts";
import { topologyFlips } from "./topology-flips.ts";
import { topologyLinks } from "./topology-links.ts";
import { topologyPage } from "./topology-page.ts";
import { topology } from "./topology.ts";
import { views } from "./views.ts";

const benches: readonly Bench[] = [
  about,
  loginBytes,
  idle,
  memory,
  memoryWrites,
  dataRates,
  dataWaits,
  catalog,
  table,
  editor,
  graph,
  palette,
  signInTimes,
  expressions,
  checksThrough,
  checksSteady,
  checksCost,
  summary,
  checkHistory,
  healthPage,
  scraping,
  topologyBuilder,
  topology,
  topologyFlips,
  topologyLinks,
  topologyPage,
  notifications,
  notificationsStorm,
  notificationsSummary,
  playbooks,
  playbookPage,
  incidents,
  incidentScripts,
  application,
  logs,
  logsPage,
  views,
  mcp,
  agentCatchUp,
  agentFleet,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, profile: { type: "string" } },
});
const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(`Unknown bench: ${unknown.join(", ")}. Available: ${benches.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => void stopProducts().then(() => process.exit(130)));
if (values.profile) mkdirSync(values.profile, { recursive: true });

await prepare(createSteps(), { extent: "all", builds: true, verbose: false });
const rows: Row[] = [];
const chosen = benches.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
for (const bench of chosen) {
  console.log(`\n${bench.name}`);
  const progress = (text: string) => console.log(`  ${text}`);
  const own = await bench.run({ quick: values.quick, profileFolder: values.profile, progress });
  // A run that is interrupted later has still printed the figures of this bench.
  console.log(`\n${print(own)}`);
  rows.push(...own);
}
console.log(chosen.length > 1 ? `\nall\n\n${print(rows)}\n` : "");
if (values.quick) console.log("Quick rounds: run without --quick for figures to quote.\n");
process.exitCode = rows.some(({ verdict }) => verdict === "missed") ? 1 : 0;
