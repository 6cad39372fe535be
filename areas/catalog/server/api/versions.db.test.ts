import { sql } from "kysely";
import { parse } from "yaml";
import { beforeAll, describe, expect, test } from "vitest";
import type { Json } from "#language/columns.ts";
import { chanceOf } from "#tests/support/chance.ts";
import { idOf } from "#tests/support/estate.ts";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { ConfigAt, ConfigBlame, ConfigVersions } from "../../contract.ts";
import { mergePatch } from "../../merge-patch.ts";
import { normalText, withoutNulls } from "../../normal-text.ts";
import { unifiedDiff } from "#lib/text/unified-diff.ts";
import { hashOfText } from "../history/hunks.ts";

const { db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const viewer = await person({ roles: ["viewer"] });

async function get<Answer>(path: string, who: Someone = viewer): Promise<Answer> {
  const answer = await who.ask(`/api/catalog/${path}`);
  expect({ path, status: answer.status, text: answer.text }).toMatchObject({ path, status: 200 });
  return answer.body as Answer;
}

const minute = 60_000;
/** Version n starts n minutes after this time. */
const start = Date.parse("2026-11-01T00:00:00Z");
const at = (n: number) => new Date(start + n * minute).toISOString();

/** Saves an item with these documents one after the other, one per minute, the way scrapes write them. */
async function historyOf(id: string, documents: readonly Json[]): Promise<void> {
  await sql`insert into config_items (id, type, config_class, name, config, created_at, inserted_at)
            values (${id}, 'Test::Thing', 'Thing', 'thing', ${JSON.stringify(documents.at(-1))}, ${at(0)}, ${at(0)})`.execute(
    db,
  );
  const rows = documents.slice(1).map((document, index) => ({
    id: idOf(`version ${id}`, index + 1),
    summary: `change ${index + 1}`,
    diff: unifiedDiff(normalText(documents[index]!), normalText(document)),
    patches: mergePatch(documents[index]!, document),
    config_hash: hashOfText(normalText(document)),
    at: at(index + 1),
  }));
  await sql`insert into config_changes (id, config_id, change_type, source, summary, diff, patches, config_hash, created_at, first_observed)
            select g.id, ${id}, 'diff', 'diff', g.summary, g.diff, g.patches, g.config_hash, g.at, g.at
            from   jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, summary text, diff text, patches jsonb, config_hash uuid, at timestamptz)`.execute(
    db,
  );
}

const deployment = (replicas: number, image: string, more: object = {}): Json => ({
  kind: "Deployment",
  metadata: { name: "web", labels: { app: "web" } },
  spec: { replicas, template: { image, ports: [80, 443] }, ...more },
});

const thing = idOf("thing", 1);
const documents: readonly Json[] = [
  deployment(1, "web:1"),
  deployment(2, "web:1"),
  deployment(2, "web:2"),
  deployment(2, "web:2", { zone: "b" }),
  deployment(3, "web:2", { zone: "b" }),
];

beforeAll(() => historyOf(thing, documents));

describe("an earlier document of an item is reconstructed", () => {
  test("reconstructs the document at arbitrary times", async () => {
    for (const [n, document] of documents.entries()) {
      const found = await get<ConfigAt>(`${thing}/at?time=${at(n + 0.5)}`);
      expect(found).toMatchObject({
        id: thing,
        config: document,
        existed: true,
        is_current: n === documents.length - 1,
        version: n === 0 ? null : { summary: `change ${n}`, change_type: "diff" },
        next: n === documents.length - 1 ? null : { summary: `change ${n + 1}` },
        gap: null,
      });
    }
    expect(await get<ConfigAt>(`${thing}/at?time=now`)).toMatchObject({ config: documents.at(-1), is_current: true });
    expect(await get<ConfigAt>(`${thing}/at?time=${at(-1)}`)).toMatchObject({
      config: null,
      existed: false,
      gap: null,
    });
  });

  test("reconstructs the document before and after each change", async () => {
    for (let n = 1; n < documents.length; n += 1) {
      const change = idOf(`version ${thing}`, n);
      expect((await get<ConfigAt>(`${thing}/at?change=${change}`)).config).toEqual(documents[n]);
      const before = await get<ConfigAt>(`${thing}/at?change=${change}&side=before`);
      expect(before).toMatchObject({ config: documents[n - 1], next: { id: change } });
    }
  });

  test("does not return a document from before a lost change", async () => {
    const id = idOf("thing", 2);
    await historyOf(id, documents);
    await sql`delete from config_changes where id = ${idOf(`version ${id}`, 2)}`.execute(db);
    expect(await get<ConfigAt>(`${id}/at?time=${at(3.5)}`)).toMatchObject({ config: documents[3], gap: null });
    expect(await get<ConfigAt>(`${id}/at?time=${at(0.5)}`)).toMatchObject({
      config: null,
      existed: true,
      gap: { before: expect.stringMatching(/^2026-11-01T00:02/), reason: expect.stringMatching(/not stored/) },
    });
    // The document is known from the lost change on, but not before it.
    expect(await get<ConfigAt>(`${id}/at?time=${at(2.5)}`)).toMatchObject({ config: documents[2], gap: null });
    expect(await get<ConfigAt>(`${id}/at?time=${at(1.5)}`)).toMatchObject({
      config: null,
      gap: { reason: expect.stringMatching(/not stored/) },
    });
    expect((await get<ConfigBlame>(`${id}/blame`)).gap).not.toBeNull();
  });

  test("does not return a document from before the oldest change that retention kept", async () => {
    const id = idOf("thing", 6);
    await historyOf(id, documents);
    await sql`delete from config_changes where config_id = ${id} and created_at <= ${at(2)}`.execute(db);
    expect(await get<ConfigAt>(`${id}/at?time=${at(2.5)}`)).toMatchObject({ config: documents[2], gap: null });
    for (const n of [0.5, 1.5])
      expect(await get<ConfigAt>(`${id}/at?time=${at(n)}`)).toMatchObject({
        config: null,
        existed: true,
        gap: { before: expect.stringMatching(/^2026-11-01T00:02/) },
      });
    // All changes are deleted, so the current document is only known since the last change.
    await sql`delete from config_changes where config_id = ${id}`.execute(db);
    expect(await get<ConfigAt>(`${id}/at?time=${at(4.5)}`)).toMatchObject({ config: documents[4], gap: null });
    expect(await get<ConfigAt>(`${id}/at?time=${at(3.5)}`)).toMatchObject({ config: null, gap: {} });
  });

  test("does not attribute a document to the last change if the document was written without a change", async () => {
    const id = idOf("thing", 7);
    await historyOf(id, documents);
    // This edit touches no line that a stored diff touches.
    const changed = { ...(documents.at(-1) as object), zzz: "past the changes" };
    await sql`update config_items set config = ${JSON.stringify(changed)} where id = ${id}`.execute(db);
    const now = await get<ConfigAt>(`${id}/at?time=now`);
    expect(now).toMatchObject({ config: changed, is_current: true, gap: null });
    expect(await get<ConfigAt>(`${id}/at?time=${at(9)}`)).toMatchObject({
      config: null,
      gap: { reason: expect.stringMatching(/not stored/) },
    });
    expect(await get<ConfigAt>(`${id}/at?time=${at(0.5)}`)).toMatchObject({ config: null, gap: {} });
    expect((await get<ConfigBlame>(`${id}/blame`)).gap).not.toBeNull();
  });

  test("reconstructs documents of a deleted item until its deletion", async () => {
    const id = idOf("thing", 3);
    await historyOf(id, documents);
    await sql`update config_items set deleted_at = ${at(10)} where id = ${id}`.execute(db);
    expect(await get<ConfigAt>(`${id}/at?time=${at(9)}`)).toMatchObject({ existed: true, config: documents.at(-1) });
    expect(await get<ConfigAt>(`${id}/at?time=${at(11)}`)).toMatchObject({ existed: false, config: documents.at(-1) });
  });
});

test("lists versions page by page, newest first", async () => {
  const first = await get<ConfigVersions>(`${thing}/versions?limit=3`);
  expect(first).toMatchObject({ total: 4, has_more: true });
  expect(Date.parse(first.first_at)).toBe(start);
  expect(first.versions.map(({ summary }) => summary)).toEqual(["change 4", "change 3", "change 2"]);
  expect(first.versions[1]).toMatchObject({
    id: idOf(`version ${thing}`, 3),
    change_type: "diff",
    source: "diff",
    severity: null,
    count: 1,
    added: 2,
    removed: 1,
  });
  const rest = await get<ConfigVersions>(`${thing}/versions?before=${encodeURIComponent(first.versions.at(-1)!.at)}`);
  expect(rest.versions.map(({ summary }) => summary)).toEqual(["change 1"]);
  expect(rest.has_more).toBe(false);
  // Other changes of an item do not affect its document.
  expect(await get<ConfigVersions>(`${idOf("config", 3)}/versions`)).toMatchObject({ versions: [], total: 0 });
});

describe("blame returns the last change of each line", () => {
  const blamed = ({ lines, versions }: ConfigBlame) =>
    lines.map(
      ({ text, version }) => `${version === null ? "" : versions[version]!.summary!.replace("change ", "")}|${text}`,
    );

  test("returns the last change of each line in YAML", async () => {
    const answer = await get<ConfigBlame>(`${thing}/blame`);
    expect(blamed(answer)).toEqual([
      "|kind: Deployment",
      "|metadata:",
      "|  labels:",
      "|    app: web",
      "|  name: web",
      "|spec:",
      "4|  replicas: 3",
      "|  template:",
      "2|    image: web:2",
      "|    ports:",
      "|      - 80",
      "|      - 443",
      "3|  zone: b",
    ]);
    expect(answer.gap).toBeNull();
    expect(parse(answer.lines.map(({ text }) => text).join("\n"))).toEqual(documents.at(-1));
  });

  test("returns the last change of each line in JSON, ignoring trailing commas", async () => {
    const answer = await get<ConfigBlame>(`${thing}/blame?format=json`);
    expect(blamed(answer).filter((line) => !line.startsWith("|"))).toEqual([
      '4|    "replicas": 3,',
      '2|      "image": "web:2",',
      '3|    "zone": "b"',
    ]);
    expect(`${answer.lines.map(({ text }) => text).join("\n")}\n`).toBe(normalText(documents.at(-1)!));
  });

  test("returns the last change of each line for lists, multi-line strings and keys that need quotes", async () => {
    const id = idOf("thing", 4);
    const base = {
      "a: b": ["x: {", "y", { "": "z" }],
      text: "one\ntwo: {\nthree\n",
      'k"ey': { deep: [[1], [2, 3]] },
      no: {},
    };
    await historyOf(id, [
      base,
      { ...base, text: "one\ntwo: {\nfour\n" },
      { ...base, text: "one\ntwo: {\nfour\n", no: { way: null } },
    ]);
    const answer = await get<ConfigBlame>(`${id}/blame`);
    expect(parse(answer.lines.map(({ text }) => text).join("\n"))).toEqual({ ...base, text: "one\ntwo: {\nfour\n" });
    expect(blamed(answer).filter((line) => line.startsWith("1|"))).toEqual([
      "1|text: |",
      "1|  one",
      "1|  two: {",
      "1|  four",
    ]);
  });
});

test("a thousand random versions of a document are reconstructed exactly", async () => {
  const chance = chanceOf(71);
  const document: Record<string, Json> = {};
  for (let n = 0; n < 40; n += 1) document[`key-${n}`] = { value: n, list: [n, n + 1] };
  const all: Json[] = [structuredClone(document)];
  for (let n = 0; n < 1100; n += 1) {
    const key = `key-${chance.between(0, 50)}`;
    const roll = chance.next();
    if (roll < 0.15) delete document[key];
    else
      document[key] = {
        value: chance.between(0, 5),
        list: chance.times(chance.between(0, 4), () => chance.between(0, 3)),
      };
    all.push(structuredClone(document));
  }
  const changed = all.filter((version, n) => n === 0 || normalText(version) !== normalText(all[n - 1]!));
  const id = idOf("thing", 5);
  await historyOf(id, changed);
  for (const n of [0, 1, changed.length >> 1, changed.length - 2, changed.length - 1])
    expect((await get<ConfigAt>(`${id}/at?time=${at(n + 0.5)}`)).config).toEqual(withoutNulls(changed[n]!));
  const { lines, versions, gap } = await get<ConfigBlame>(`${id}/blame?format=json`);
  expect(gap).toBeNull();
  // The last version that touched a line contains the line, and the version before does not. Keys and values are unique
  // numbers.
  for (const { text, version } of lines.filter((_, n) => n % 97 === 0)) {
    if (version === null || !text.includes(":")) continue;
    const n = Number(versions[version]!.summary!.replace("change ", ""));
    expect(normalText(changed[n]!)).toContain(text);
  }
});

describe("access and invalid requests", () => {
  test("returns 404 for an invisible item", async () => {
    const limited = await person({ rules: [{ action: "read", config_id: idOf("config", 6) }] });
    for (const part of ["versions", "at?time=now", "blame"]) {
      expect((await limited.ask(`/api/catalog/${thing}/${part}`)).status).toBe(404);
      expect((await limited.ask(`/api/catalog/${idOf("config", 6)}/${part}`)).status).toBe(200);
    }
    expect((await (await person()).ask(`/api/catalog/${thing}/versions`)).status).toBe(403);
  });

  test.each([
    ["nobody/versions", "is not the id of a config item", 400],
    [`${idOf("thing", 99)}/blame`, "There is no config item", 404],
    [`${thing}/at`, "query.time: is required", 400],
    [`${thing}/at?time=soon`, '"soon" is not a valid time.', 400],
    [`${thing}/at?change=${idOf("thing", 99)}`, "There is no change", 404],
    [`${thing}/at?change=${idOf("change", 1)}`, "There is no change", 404],
    [`${thing}/at?time=now&side=left`, "query.side: must be before or after", 400],
    [`${thing}/blame?format=xml`, "query.format: must be yaml or json", 400],
    [`${thing}/versions?limit=0`, "query.limit: must be at least 1", 400],
    [`${thing}/versions?before=soon`, '"soon" is not a valid time.', 400],
  ])("rejects %s", async (path, message, status) => {
    const answer = await viewer.ask(`/api/catalog/${path}`);
    expect([answer.status, answer.text.replaceAll('\\"', '"')]).toEqual([status, expect.stringContaining(message)]);
  });

  test("random requests get a result or an error with a reason", async () => {
    const chance = chanceOf(81);
    const word = () =>
      encodeURIComponent(chance.text(["now", "-1d", "/d", "9", "2026-11-01", "%", "'", "\0", "é", ":"], 4));
    const statuses = new Set<number>();
    for (let n = 0; n < 150; n += 1)
      statuses.add(
        (
          await viewer.ask(
            `/api/catalog/${thing}/${chance.pick([`at?time=${word()}`, `versions?before=${word()}`, `versions?limit=${word()}`, `at?change=${word()}`])}`,
          )
        ).status,
      );
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  });
});
