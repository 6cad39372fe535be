// `npm test`: runs all tests on this machine and prints the totals in the last line. `npm test -- PATH…` runs only some
// of them (chosen.ts). bin/run.mjs has prepared the dependencies and the runtime; the tests use the embedded PostgreSQL;
// a browser, the distribution's PostgreSQL and the servers for the connection tests are found or downloaded here, while
// other stages run.
import { findDebianPostgres } from "../../tests/support/postgres.ts";
import { aptInstall, canInstall } from "./apt.ts";
import { provideChromium } from "./chromium.ts";
import { runChosen } from "./chosen.ts";
import { stopOnSignals } from "./command.ts";
import { provideDebianServers } from "./debian-servers.ts";
import { sum, total, type TestTime } from "./result.ts";
import { browser, build, formatting, lint, types, vitest } from "./stages.ts";

stopOnSignals();
const chosen = process.argv.slice(2);
if (chosen.length > 0) process.exit(await runChosen(chosen));

// Downloads wait for the network, so they run while other stages use the processor; each stage waits for the downloads
// that it needs.
const chromium = provideChromium("shell");
chromium.catch(() => {});
const debianPostgres = findDebianPostgres() === undefined && canInstall() ? aptInstall("postgresql") : undefined;
const debianServers = provideDebianServers();
debianServers.catch(() => {});

const checks = await Promise.all([types(), lint(), formatting(), build()]);
// The projects run one after the other: if they ran at the same time on two cores, tests would wait for a processor.
const tests = [await vitest("unit, dom, integration", ["unit", "dom", "integration"]), await browser(chromium)];
await debianPostgres;
// If the servers are missing, the tests that need them report it.
await debianServers.catch((error: unknown) => console.log(error));
tests.push(await vitest("system", ["system"]));

const result = sum([...checks, ...tests]);
console.log("\nThe slowest tests:");
for (const line of slowest(result.tests)) console.log(line);
if (result.skips.length > 0) console.log(`\nSkipped:\n${result.skips.map((skip) => `  ${skip}`).join("\n")}`);
console.log(`\n${total(result)}`);
process.exitCode = result.failed > 0 ? 1 : 0;

function slowest(tests: readonly TestTime[]): string[] {
  return tests
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 10)
    .map(({ ms, file, title }) => `  ${`${(ms / 1000).toFixed(1)} s`.padStart(7)}  ${file} › ${title}`);
}
