// Generates malformed requests from real requests: parts of their URL, headers and bodies are swapped, cut, doubled or
// replaced by hostile values. The same seed and number always give the same request.
import { chanceOf } from "../support/chance.ts";

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const reads = [
  "/ships?select=*,ports!ships_home_port_id_fkey(id,name),voyages(id,title)&id=eq.1&order=name.desc.nullslast&limit=5&offset=1",
  "/ships?select=id,labels->>app,flags->0,tons::text&or=(and(tons.gte.1,tons.lte.200),name.ilike.*a*,labels->>app.eq.x)",
  '/ships?select=home_port_id,tons.sum(),count()&order=home_port_id&name=not.in.(a,"b,c")',
  "/ports?select=name,...ships!home_port_id(id,...created_by(author:name))&ships.voyages.cargo=gt.3",
  "/specimens?a_range=adj.[10,20)&a_array=cs.{x,y}&a_search=fts(english).cat&a_text=like(any).{a*,b*}&a_bool=is.unknown",
  "/specimens?a_json->a->>0=eq.x&a_uuid=in.(00000000-0000-0000-0000-000000000001)&a_time=gt.2026-01-01&a_num=isdistinct.1",
  "/fleet?select=*,author(name),crew(rank,sailors(name))&crew.order=rank&crew.limit=1&author.name=eq.Ada",
  "/rpc/ships_of?port=1&include_deleted=true&select=id,name&id=gt.0&order=id",
  "/rpc/port_table?prefix=x&label.filter=a*,!b&limit=1",
  "/rpc/numbers_to?top=10&limit=2",
  "/ships?created_at.filter=%3Enow-1d,%3C2026-01-01&name.filter=a,!b,c*",
  "/sailors?select=captain_id(captain_id(name)),crew!inner()&crew=not.is.null",
];
const writes: [path: string, body: string][] = [
  ["/ships?select=id,home_port_id(name)&columns=id,name,home_port_id", '{"id":900,"name":"x","home_port_id":1}'],
  ["/ships?on_conflict=id", '[{"id":1,"name":"x","home_port_id":1,"flags":["a"],"labels":{"a":[1,null]}}]'],
  ["/ships?id=eq.1", '{"tons":1,"rating":2.5,"is_afloat":true,"created_at":"now()"}'],
  ["/ships?or=(id.eq.1,labels->>app.eq.ferry)&select=id&order=id", '{"labels":{"a":"b"},"flags":[]}'],
  ["/ports?id=eq.3&select=*", '{"id":3,"name":"y"}'],
  ["/voyages?select=*&id=in.(1,2)", '[{"ship_id":1,"cargo":3},{"ship_id":2,"cargo":null}]'],
  ["/tides?port_id=eq.1&at=eq.2026-02-02", '{"port_id":1,"at":"2026-02-02","level":3}'],
  [
    "/specimens?id=eq.1",
    '{"id":1,"a_range":"[1,5)","a_array":["x"],"a_json":{},"a_uuid":null,"a_big":9007199254740991}',
  ],
  ["/sailors?id=gt.0", '{"secret":"x","deleted_at":"now()"}'],
  ["/fleet?id=eq.1", '{"id":1}'],
  ["/rpc/ships_of?select=id&id=gt.0", '{"port":1,"include_deleted":true}'],
  ["/rpc/rename_all?select=id", '{"suffix":"!"}'],
  ["/rpc/christen", '{"ship":1,"new_name":"x"}'],
  ["/rpc/course", '{"ship":1,"wind":"west"}'],
  ["/rpc/keys_of", '{"thing":{"a":1}}'],
];

const pieces = [
  "\0",
  "'",
  '"',
  "''",
  "\\",
  ";",
  "--",
  "/*",
  "*/",
  "$1",
  "$$",
  "%",
  "%%",
  "%zz",
  "(",
  ")",
  "((((",
  "))))",
  "{",
  "}",
  "[",
  "]",
  ",",
  ",,",
  ".",
  "..",
  "...",
  ":",
  "::",
  "!",
  "!!",
  "->",
  "->>",
  "*",
  "&",
  "=",
  "+",
  "#",
  "~",
  "|",
  "\n",
  "\t",
  " ",
  "é",
  "😀",
  "\u202e",
  "null",
  "NaN",
  "-1",
  "0",
  "1e308",
  "99999999999999999999",
  "infinity",
  "true",
  "eq.",
  "in.(",
  "is.",
  "not.",
  "not.not.",
  "or",
  "and=(",
  "select",
  "order",
  "limit",
  "offset",
  "columns",
  "on_conflict",
  "constructor",
  "__proto__",
  "toString",
  "xmin",
  "ctid",
  "tableoid",
  "' or 1=1 --",
  "'; drop table ships; --",
  "union select secret from sailors",
  "pg_sleep(9)",
  "1)) or ((1=1",
  "::regclass",
  "::text[]",
  ".sum()",
  ".count()",
  "count()",
  "secret",
  "vault",
  "ledger",
  "!inner",
  "!left",
  "...ports(",
  "(any)",
  "(all)",
  "(klingon)",
  "fts(",
  "->0",
  "->-1",
  "->>99999999999",
  '"',
  "a".repeat(300),
  "(".repeat(100),
  "and(".repeat(60),
];
const headerSeeds: Record<string, readonly string[]> = {
  prefer: [
    "count=exact",
    "count=planned",
    "count=estimated, handling=strict",
    "return=representation, max-affected=1, handling=strict",
    "return=headers-only",
    "resolution=merge-duplicates, missing=default",
    "resolution=ignore-duplicates",
    "return=minimal",
  ],
  range: ["0-1", "5-2", "99999999999999-", "items=1-"],
  accept: [
    "text/csv",
    "application/vnd.pgrst.object+json",
    "application/vnd.pgrst.array+json;nulls=stripped",
    "*/*;q=nonsense, text/*",
    "application/vnd.pgrst.plan+json",
  ],
  "if-match": ['"1"', "*", 'W/"x", "y"'],
  "content-type": ["application/json", "text/csv", "application/x-www-form-urlencoded", "text/plain"],
  "content-profile": ["public"],
};

/** Every seventh request writes. */
export const isWrite = (number: number) => number % 7 === 0;

export function fuzzRequest(seed: number, number: number): FuzzRequest {
  const chance = chanceOf(Math.imul(seed, 2_654_435_761) + number);
  // The first random numbers of neighbouring seeds are similar.
  for (let skipped = 0; skipped < 3; skipped += 1) chance.next();
  const { pick } = chance;
  const below = (count: number) => chance.between(0, count - 1);

  /** Makes one edit after `start`. */
  const edited = (text: string, start: number): string => {
    const at = start + below(text.length - start + 1);
    const until = Math.min(text.length, at + below(6));
    switch (below(4)) {
      case 0:
        return text.slice(0, at) + pick(pieces) + text.slice(at);
      case 1:
        return text.slice(0, at) + text.slice(until);
      case 2:
        return text.slice(0, at) + pick(pieces) + text.slice(until);
      default:
        return text.slice(0, until) + text.slice(at, until + 8) + text.slice(until);
    }
  };
  const mangled = (text: string, start: number, most: number) => {
    for (let edits = below(most + 1); edits > 0; edits -= 1) text = edited(text, start);
    return text;
  };
  const mangledPath = (path: string, most: number) => {
    const start = path.includes("?") ? path.indexOf("?") + 1 : path.length;
    let text = path;
    if (below(2 * most) === 0) text += `&${pick(pick(reads).split("?")[1]!.split("&"))}`;
    text = mangled(text, start, most);
    // Percent signs are kept, so that invalid escapes are sent.
    return (
      text.slice(0, start) +
      encodeURI(text.slice(start).toWellFormed())
        .replaceAll(/%25(?=[0-9A-Fa-z]{2})/g, "%")
        .replaceAll("#", "%23")
    );
  };
  // Characters that no client can send would not test the server.
  const header = (text: string) =>
    mangled(text, 0, 1)
      .replaceAll(/[^\x20-\x7e]/g, "")
      .trim();
  const chosen = (names: readonly string[], rarely: number) =>
    Object.fromEntries(names.filter(() => below(rarely) === 0).map((name) => [name, header(pick(headerSeeds[name]!))]));

  if (!isWrite(number))
    return {
      method: pick(["GET", "GET", "GET", "GET", "HEAD", "OPTIONS"]),
      path: mangledPath(pick(reads), 4),
      headers: chosen(["prefer", "range", "accept"], 3),
      body: undefined,
    };
  const [path, body] = pick(writes);
  const headers = chosen(["accept", "if-match", "content-type", "content-profile"], 12);
  return {
    method: path.startsWith("/rpc/") ? "POST" : pick(["POST", "POST", "PATCH", "PATCH", "PUT", "DELETE"]),
    path: mangledPath(path, 1),
    // The write is rolled back, so that the test data does not change.
    headers: {
      "content-type": "application/json",
      ...headers,
      prefer: `tx=rollback, ${header(pick(headerSeeds["prefer"]!))}`,
    },
    body: mangled(pick([body, body, body, "", "null", "[]", "{}"]), 0, 1).toWellFormed(),
  };
}
