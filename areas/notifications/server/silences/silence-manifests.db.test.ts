import { sql } from "kysely";
import { expect, test } from "vitest";
import { createEventNames } from "#server/event-names.ts";
import { testDatabase } from "#tests/support/database.ts";
import { readSilences, silenceManifests } from "./silence-manifests.ts";

const { databases: db } = await testDatabase();
const source = "file:silences.yaml";

const manifest = (name: string, spec: string) => `
apiVersion: mission-control.flanksource.com/v1
kind: NotificationSilence
metadata: { name: ${name}, namespace: ops }
spec:
${spec.replaceAll(/^/gm, "  ")}
---`;

const stores = { db, secrets: undefined as never, events: undefined as never, eventNames: createEventNames([]) };

async function apply(text: string) {
  const { items, faults, warnings } = readSilences(text);
  const applied = await silenceManifests.apply(stores, { source, items, isKept: () => false });
  return { faults: [...faults, ...applied.faults].map(({ message }) => message), warnings };
}

const stored = async () =>
  (
    await sql<Record<string, unknown>>`
      select name, namespace, description, filter, selectors, schedule, duration_minutes, time_zone, "from", until, source
      from   notification_silences
      where  deleted_at is null
      order  by name`.execute(db.system)
  ).rows;

const nights = manifest(
  "nights",
  'description: nightly jobs\nfilter: check.labels.app == "batch"\nschedule: 0 22 * * *\nduration: 8h\ntimeZone: Europe/Berlin\nuntil: 2099-01-01',
);
const move = manifest(
  "move",
  "selectors:\n- types: [Kubernetes::Pod]\n  tagSelector: cluster=north\nfrom: 2026-07-01T10:00:00Z",
);

test("silences in a file are stored, changed and deleted with the file", async () => {
  expect(await apply(nights + move)).toEqual({ faults: [], warnings: [] });
  expect(await stored()).toMatchObject([
    {
      name: "move",
      namespace: "ops",
      selectors: [{ types: ["Kubernetes::Pod"], tagSelector: "cluster=north" }],
      until: null,
      source,
    },
    {
      name: "nights",
      description: "nightly jobs",
      filter: 'check.labels.app == "batch"',
      schedule: "0 22 * * *",
      duration_minutes: 480,
      time_zone: "Europe/Berlin",
      from: null,
    },
  ]);
  await apply(nights.replace("8h", "90m"));
  expect(await stored()).toMatchObject([{ name: "nights", duration_minutes: 90 }]);
  expect(await silenceManifests.sources(stores, "file:")).toEqual([source]);
  await apply(nights + move);
  expect((await stored()).map(({ name }) => name)).toEqual(["move", "nights"]);
});

test.each([
  ["description: nothing", "needs a filter, selectors, or the id of a resource"],
  ["filter: check.name ==", "spec.filter"],
  ["filter: 'true'\nuntil: now+2h", "spec.until must be a date and time"],
  ["filter: 'true'\nuntil: soon", "spec.until"],
  ["filter: 'true'\nschedule: 0 2 * * *", "spec.duration is required with a schedule"],
  ["filter: 'true'\nschedule: 0 2 * * *\nduration: 30s", "spec.duration must be whole minutes"],
  ["filter: 'true'\nschedule: 0 2 * * *\nduration: 1h\ntimeZone: Moon", "spec.timeZone must be a time zone"],
  ["check_id: 00000000-0000-4000-8000-00000000000f", "a referenced row does not exist"],
  ["selectors:\n- search: '('", "spec.selectors.0"],
])("refuses a silence with %j", async (spec, message) => {
  const { faults } = await apply(manifest("wrong", spec));
  expect(faults.join("\n")).toContain(message);
});

test("an unknown field is a warning", async () => {
  const { warnings } = await apply(manifest("odd", "filter: 'true'\nuntill: 2099-01-01"));
  expect(warnings.map(({ message }) => message).join()).toContain("untill");
});
