// Tests every role, and some combinations, × every exposed relation and function × select, insert, update and delete,
// over HTTP. The results are compared with expected.ts, and writes are rolled back.
import { expect, test } from "vitest";
import type { Role } from "#language/roles.ts";
import { startTestServer } from "../support/test-server.ts";
import { openEstate, type Someone } from "./estate-server.ts";
import { absent, expected, type Guarded } from "./expected.ts";

const { server, person } = await openEstate(await startTestServer());

const combinations: readonly (readonly Role[])[] = [
  ["admin"],
  ["editor"],
  ["commander"],
  ["responder"],
  ["viewer"],
  ["guest"],
  [],
  ["guest", "responder"],
  ["commander", "editor"],
];
const people = new Map<string, Someone>();
for (const roles of combinations) people.set(roles.join("+") || "nobody", await person({ roles }));
const admin = people.get("admin")!;

type Verb = "select" | "insert" | "update" | "delete" | "call";
type Kind = "table" | "kept" | "view" | "function";

interface Cell {
  who: string;
  name: string;
  kind: Kind;
  verb: Verb;
  wanted: "yes" | "forbidden" | "closed";
}

const words = (text = "") => text.split(" ").filter((word) => word !== "");
const includesAny = (list: string, who: string) => who.split("+").some((role) => words(list).includes(role));

function cellsOf({ readers, writers, tables, lasting, kept, views, functions = {} }: Guarded): Cell[] {
  const named: [Kind, string][] = [
    ...words(tables).map((name): [Kind, string] => ["table", name]),
    ...words(kept).map((name): [Kind, string] => ["kept", name]),
    ...words(views).map((name): [Kind, string] => ["view", name]),
  ];
  return [...people.keys()].flatMap((who) => {
    const reads = includesAny(readers, who) ? "yes" : "forbidden";
    const writes = (kind: Kind) => (!includesAny(writers, who) ? "forbidden" : kind === "table" ? "yes" : "closed");
    const deletes = (kind: Kind, name: string) =>
      writes(kind) === "yes" && words(lasting).includes(name) ? "closed" : writes(kind);
    return [
      ...named.flatMap(([kind, name]): Cell[] => [
        { who, name, kind, verb: "select", wanted: reads },
        ...(["insert", "update", "delete"] as const).map((verb): Cell => ({
          who,
          name,
          kind,
          verb,
          wanted: verb === "delete" ? deletes(kind, name) : writes(kind),
        })),
      ]),
      ...Object.keys(functions).map((name): Cell => ({ who, name, kind: "function", verb: "call", wanted: reads })),
    ];
  });
}

const cells = expected.flatMap(cellsOf);
const callsWith = new Map(expected.flatMap(({ functions = {} }) => Object.entries(functions)));
const { relations, functions } = server.system.catalog.current;

/**
 * A row of each relation in the form that readers receive, used as the request body, and the filter that selects this
 * row.
 */
const samples = new Map<string, { row: Record<string, unknown>; filter: string }>();

async function sample(name: string): Promise<{ row: Record<string, unknown>; filter: string }> {
  const known = samples.get(name);
  if (known) return known;
  const { columns, primaryKey } = relations.get(name)!;
  const [found = {}] = (await admin.ask(`/${name}?limit=1`)).body as Record<string, unknown>[];
  const writable = Object.entries(found).filter(([key]) => !columns.get(key)!.generated);
  const keys =
    primaryKey.length > 0
      ? primaryKey
      : Object.keys(found)
          .filter((key) => key.endsWith("_id"))
          .slice(0, 2);
  const filter = (keys.length > 0 ? keys : [[...columns.keys()][0]!])
    .map((key) =>
      found[key] === null || found[key] === undefined
        ? `${key}=is.null`
        : `${key}=eq.${encodeURIComponent(found[key] as string)}`,
    )
    .join("&");
  const prepared = { row: Object.fromEntries(writable), filter };
  samples.set(name, prepared);
  return prepared;
}

async function statusOf({ who, name, verb }: Cell): Promise<number> {
  const headers = { prefer: "tx=rollback" };
  const { ask } = people.get(who)!;
  if (verb === "call") return (await ask(`/rpc/${name}?${callsWith.get(name)!}&limit=1`)).status;
  if (verb === "select") return (await ask(`/${name}?limit=1`)).status;
  const { row, filter } = await sample(name);
  if (verb === "delete") return (await ask(`/${name}?${filter}`, { method: "DELETE", headers })).status;
  const body = { ...row };
  // An insert uses a new key if the table has an id. Otherwise the row already exists, and a conflict also proves that
  // the insert is permitted.
  if (verb === "insert" && "id" in body) body["id"] = typeof body["id"] === "string" ? crypto.randomUUID() : 99;
  return verb === "insert"
    ? (await ask(`/${name}`, { method: "POST", headers, body })).status
    : (await ask(`/${name}?${filter}`, { method: "PATCH", headers, body: {} })).status;
}

/** Converts a status to a verdict: a conflict or an invalid row means that the request was permitted. */
function meaning(verb: Verb, status: number): string {
  if (status === 403) return "forbidden";
  if (status === 405) return "closed";
  if (status < 300) return "yes";
  return verb !== "select" && verb !== "call" && (status === 400 || status === 409) ? "yes" : String(status);
}

test("AC-06 AC-07 AC-08 AC-09 AC-10 AC-16 every role has exactly the permissions of the specification, for each relation and verb", async () => {
  for (const name of new Set(cells.filter(({ kind }) => kind !== "function").map((cell) => cell.name)))
    await sample(name);
  const mismatches: string[] = [];
  const considered = new Map<number, number>();
  const waiting = [...cells];
  const work = async () => {
    for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
      const status = await statusOf(cell);
      if (cell.wanted === "yes") considered.set(status, (considered.get(status) ?? 0) + 1);
      const got = meaning(cell.verb, status);
      if (got !== cell.wanted)
        mismatches.push(`${cell.who} ${cell.verb} ${cell.name}: wanted ${cell.wanted}, got ${got} (${status})`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  expect(mismatches.sort()).toEqual([]);
  expect(cells.length).toBeGreaterThan(4_000);
  // A rejected row proves less than a written row, so there must be few rejected rows.
  expect(considered.get(400) ?? 0).toBeLessThan(cells.length / 50);
});

test("the matrix contains exactly the exposed relations and functions, each once", () => {
  const listed = expected.flatMap(({ tables, kept, views }) => [...words(tables), ...words(kept), ...words(views)]);
  const served = [...relations.values()].filter(({ exposed }) => exposed).map(({ name }) => name);
  expect(listed.toSorted()).toEqual(served.toSorted());
  const called = [...functions.values()].filter(({ exposed }) => exposed).map(({ name }) => name);
  expect([...callsWith.keys()].toSorted()).toEqual(called.toSorted());
});

test.each(absent)("%s is not exposed to any role", async (name) => {
  for (const method of ["GET", "POST", "PATCH", "DELETE"])
    expect(
      (await admin.ask(`/${name}?id=eq.1`, { method, ...(method.startsWith("P") ? { body: {} } : {}) })).status,
    ).toBe(404);
});

test("requests without a session get 401", async () => {
  for (const path of ["/api/db/people", "/api/config/configs", "/api/canary/checks", "/api/db/rpc/get_recursive_path"])
    expect((await server.fetch(path)).status).toBe(401);
});
