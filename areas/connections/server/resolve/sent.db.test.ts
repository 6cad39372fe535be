import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "#lib/uuid/new-id.ts";
import { openSecrets } from "#server/secrets/keys.ts";
import { testDatabase } from "#tests/support/database.ts";
import type { SentConnection } from "./sent-connection.ts";
import { deleteUnconfirmed, findSent, sentVersions, storeSent } from "./sent.ts";

const { databases } = await testDatabase();
const db = databases.system;
const { secrets } = await openSecrets(db, () => ["a key that only tests know, 32 long"]);
const system = { db: databases, secrets };

const connection: SentConnection = {
  id: newId(),
  name: "quay",
  namespace: "default",
  type: "http",
  url: "http://quay.local",
  username: "ada",
  password: "s3cret-of-the-quay",
  certificate: null,
  insecure_tls: false,
  properties: {},
};
const reference = "connection://quay";
const [berths, cranes] = [newId(), newId()];
const find = (id: string, of = reference) => findSent(system, { kind: "canary", id, name: "x" }, of);
const stored = async () =>
  (await sql<{ text: string }>`select s::text as text from sent_connections s`.execute(db)).rows;
const sent = (version = "1") => [{ resource_id: berths, reference, version, connection }];

test("a received connection is stored sealed, and is found only for the resource and the reference that it was sent for", async () => {
  await storeSent(system, sent());
  expect(JSON.stringify(await stored())).not.toContain(connection.password);
  expect((await find(berths))?.connection).toEqual(connection);
  expect(await find(cranes)).toBeUndefined();
  expect(await find(berths, "connection://default/quay")).toBeUndefined();
  expect(await sentVersions(system)).toEqual([{ resource_id: berths, reference, version: "1" }]);
});

test("a stored connection is kept if its version is listed, replaced if a new version is sent, and deleted if only a different version is listed", async () => {
  await storeSent(system, sent());
  const [before] = await stored();
  await storeSent(system, [{ resource_id: berths, reference, version: "1" }]);
  expect(await stored()).toEqual([before]);
  await storeSent(system, sent("2"));
  expect(await sentVersions(system)).toMatchObject([{ version: "2" }]);
  // The server sends the connection in its next answer, because the agent no longer states a version.
  await storeSent(system, [{ resource_id: berths, reference, version: "3" }]);
  expect(await stored()).toEqual([]);
});

test("a refused connection is deleted, and its use fails with the reason", async () => {
  await storeSent(system, sent());
  await storeSent(system, [{ resource_id: berths, reference, refused: "The canary needs permission." }]);
  await expect(find(berths)).rejects.toThrow("The canary needs permission.");
  expect(await sentVersions(system)).toEqual([]);
  await storeSent(system, sent());
  expect((await find(berths))?.connection.password).toBe(connection.password);
});

test("a connection that is no longer listed is deleted", async () => {
  await storeSent(system, sent());
  await storeSent(system, []);
  expect(await stored()).toEqual([]);
});

test.each([
  ["6 days", true],
  ["8 days", false],
])("a stored connection that was last confirmed %s ago can be used: %s", async (ago, works) => {
  await storeSent(system, sent());
  await sql`update sent_connections set confirmed_at = now() - ${ago}::interval`.execute(db);
  expect((await find(berths)) !== undefined).toBe(works);
  expect(await deleteUnconfirmed(system)).toBe(works ? 0 : 1);
});

test("a response that lists the version of a stored connection renews its confirmation time", async () => {
  await storeSent(system, sent());
  await sql`update sent_connections set confirmed_at = now() - interval '6 days'`.execute(db);
  await storeSent(system, [{ resource_id: berths, reference, version: "1" }]);
  const { rows } = await sql`select from sent_connections where confirmed_at > now() - interval '1 hour'`.execute(db);
  expect(rows).toHaveLength(1);
});
