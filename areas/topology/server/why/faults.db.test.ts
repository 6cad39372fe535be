// Generates faults among unrelated changes and unhealthy leaves, and measures how often the cause is found. The seed is
// printed; QUARTERDECK_FAULT_SEED=7 sets a different seed.
import pg from "pg";
import { expect, test } from "vitest";
import { allSorts, createCase, type Case } from "#tests/faults/cases.ts";
import { store } from "#tests/faults/store.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem } from "#tests/support/running-system.ts";
import { explain } from "./explain.ts";

const { databases, connection } = await testDatabase();
const system = await runSystem(databases, { role: "web" });

const print = (text: string) => process.stdout.write(`${text}\n`);
const faults = 50;
const seed = Number(process.env["QUARTERDECK_FAULT_SEED"] ?? 2026);

async function findCause({ fault, start }: Case) {
  const { causes, changes } = await explain(system, { kind: "system" } as never, start, new AbortController().signal);
  const position = causes.findIndex(({ id }) => id === fault.cause.id) + 1;
  return { position, isListed: changes.some(({ id }) => id === fault.change.id), causes };
}

test(`the cause is among the first three results for 45 of ${faults} faults of ten kinds, and the responsible change is listed for 47`, async () => {
  print(`seed ${seed}`);
  expect(allSorts).toHaveLength(10);
  const client = new pg.Client(connection);
  await client.connect();
  const results = [];
  try {
    for (let number = 0; number < faults; number += 1) {
      const generated = createCase(seed + number, allSorts[number % allSorts.length]!);
      const { items, components, checks, changes } = generated.estate;
      expect(items.length + components.length + checks.length).toBeGreaterThanOrEqual(500);
      expect(changes.length).toBeGreaterThanOrEqual(200);
      await store(client, generated.estate);
      if (number === 0) await client.query("analyze");
      const { position, isListed, causes } = await findCause(generated);
      results.push({ number, sort: generated.fault.sort, position, isListed });
      if (position === 0 || position > 3 || !isListed)
        print(
          `${generated.fault.sort} from ${generated.start.kind} ${generated.start.name}: the cause ${generated.fault.cause.type} ${generated.fault.cause.name} ` +
            `(changed ${generated.fault.change.age} min ago) is at position ${position}, its change is ${isListed ? "" : "not "}listed\n` +
            causes
              .slice(0, 4)
              .map(({ type, name, score, reason }) => `  ${score} ${type} ${name}: ${reason}`)
              .join("\n"),
        );
    }
  } finally {
    await client.end();
    await system.stop();
  }
  const found = results.filter(({ position }) => position >= 1 && position <= 3).length;
  const first = results.filter(({ position }) => position === 1).length;
  const listed = results.filter(({ isListed }) => isListed).length;
  print(`seed ${seed}: cause in the first three ${found}/50 (first ${first}), causing change listed ${listed}/50`);
  expect(found, `cause in the first three, seed ${seed}`).toBeGreaterThanOrEqual(45);
  expect(listed, `causing change listed, seed ${seed}`).toBeGreaterThanOrEqual(47);
}, 300_000);
