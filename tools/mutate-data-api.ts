// `npm run mutate`: removes one piece of the data API after another (tools/mutate/mutants.ts) and runs the conformance
// tests against the rest, in one process with one database. A test must fail for each mutant; survivors are listed.
// Arguments: words that select mutants by their position (`parse/filter`); `--list` to only list the mutants; `--why`
// to also print the failures.
import { setTimeout as after } from "node:timers/promises";
import { hookMutants } from "./mutate/hooks.ts";
import { mutantsOf, type Mutant } from "./mutate/mutants.ts";
import { repository } from "#lib/load/repository.ts";

const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const all = mutantsOf(repository).filter(
  ({ file, line }) => words.length === 0 || words.some((word) => `${file}:${line}`.includes(word)),
);
const describe = ({ file, line, what }: Mutant) => `${file}:${line}  ${what}`;
if (process.argv.includes("--list")) {
  for (const mutant of all) console.log(describe(mutant));
  console.log(`${all.length} mutants`);
  process.exit();
}

// Number 0 is the unchanged data API.
const mutants = [undefined, ...all];
hookMutants(mutants);
const { startPostgres } = await import("../tests/support/postgres.ts");
const { makeTemplate, postgresVariable } = await import("../tests/support/database.ts");
const stage = await import("./mutate/stage.ts");
const { keepHarbour } = await import("./mutate/harbour-state.ts");
const { createIdentity } = await import("../areas/identity/server/index.ts");
const { serverAreas } = await import("../main/areas.server.ts");
const { buildApp } = await import("#server/http/app.ts");

const postgres = await startPostgres();
await makeTemplate(postgres.url);
process.env[postgresVariable] = postgres.url;

type Routes = typeof import("#server/data-api/routes.ts");
const routesOf = async (number: number) =>
  ((await import(new URL(`../server/data-api/routes.ts?mutant=${number}`, import.meta.url).href)) as Routes).dataRoutes;

stage.current.dataRoutes = await routesOf(0);
// The first of these files defines the routes that the tests use.
const writing = ["write", "functions", "client"].map((name) => `tests/conformance/${name}.test.ts`);
const reading = ["operators", "read", "edges", "additions", "rights"].map(
  (name) => `tests/conformance/${name}.test.ts`,
);
for (const file of [...writing, ...reading]) await stage.collect(file);
const server = await stage.startTestServer();
const kept = await keepHarbour(server.database.connection);

// All mutants share one listening server: the application of each mutant handles its requests.
const front = stage.current.app!.server;
front.removeAllListeners("request");
let answering = stage.current.app!;
front.on("request", (request, response) => answering.routing(request, response));

const filterByFiles = (files: readonly string[]) => stage.collected.filter(({ file }) => files.includes(file));
// Alternates between the files, so that hundreds of tests of one kind do not delay the others.
const reads = reading
  .flatMap((file) => filterByFiles([file]).map((test, place) => ({ test, place })))
  .sort((a, b) => a.place - b.place)
  .map(({ test }) => test);
console.log(`${all.length} mutants against ${stage.collected.length} tests`);

let steps = 0;
(globalThis as { mutantTick?: () => void }).mutantTick = () => {
  steps += 1;
  if (steps > 2_000_000) throw new Error("endless loop");
};

type Test = (typeof stage.collected)[number];

async function fails({ run }: Test): Promise<boolean> {
  steps = 0;
  const timeout = new AbortController();
  try {
    await Promise.race([
      run(),
      after(10_000, undefined, { signal: timeout.signal }).then(() => Promise.reject(new Error("timeout"))),
    ]);
    return false;
  } catch (error) {
    if (process.argv.includes("--why")) console.log(error);
    return true;
  } finally {
    timeout.abort();
  }
}

/** Returns the first failing test. Tests that only read may run at the same time. */
async function firstFailure(tests: readonly Test[], atOnce: number): Promise<Test | undefined> {
  const waiting = tests.values();
  let failed: Test | undefined;
  const lane = async () => {
    for (let next = waiting.next(); !next.done && !failed; next = waiting.next())
      if (await fails(next.value)) failed ??= next.value;
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return failed;
}

/** Tests that killed a recent mutant run first: neighbouring mutants often fail the same test. */
let favourites: Test[] = [];

async function killerOf(number: number): Promise<string | undefined> {
  try {
    stage.current.dataRoutes = await routesOf(number);
    answering = await buildApp(server.system, {
      areas: serverAreas,
      authenticate: createIdentity(server.system).authenticate,
      version: "mutant",
    });
    await answering.ready();
  } catch (error) {
    return `it does not start: ${(error as Error).message.split("\n")[0]!}`;
  }
  // A mutant may have written rows even though these tests only read.
  await kept.restore();
  const rest = reads.filter((test) => !favourites.includes(test));
  const reader = (await firstFailure(favourites, 4)) ?? (await firstFailure(rest, 4));
  if (reader) {
    favourites = [reader, ...favourites.filter((test) => test !== reader)].slice(0, 24);
    return reader.title;
  }
  for (const file of writing) {
    await kept.restore();
    const writer = await firstFailure(filterByFiles([file]), 1);
    if (writer) return writer.title;
  }
  return undefined;
}

const trouble = (await killerOf(0)) ?? (await killerOf(0));
if (trouble !== undefined) throw new Error(`The unchanged data API fails: ${trouble}`);

// Verifies that the test passes without the mutant; otherwise its failure is not caused by the mutant.
const original = answering;
const refuted = async (killer: string) => {
  const test = stage.collected.find(({ title }) => title === killer);
  if (!test || writing.includes(test.file)) return false;
  answering = original;
  await kept.restore();
  return fails(test);
};

const survivors: Mutant[] = [];
for (let number = 1; number < mutants.length; number += 1) {
  const mutant = mutants[number]!;
  const killer = await killerOf(number);
  if (killer !== undefined && (await refuted(killer))) throw new Error(`The unchanged data API fails: ${killer}`);
  if (killer === undefined) {
    survivors.push(mutant);
    console.log(`  survives  ${describe(mutant)}`);
  }
  if (number % 50 === 0) console.log(`${number} of ${all.length}, ${survivors.length} survive`);
}
console.log(`\n${all.length - survivors.length} of ${all.length} mutants fail a test; ${survivors.length} survive.`);

await kept.close();
for (const end of stage.ends.toReversed()) await end();
await postgres.stop();
process.exit(survivors.length === 0 ? 0 : 1);
