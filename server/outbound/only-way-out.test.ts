// Tests that no other part of the server opens connections to targets that users name. Drivers open their own
// connections, but only to addresses or over sockets that this module provides.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The files outside server/outbound that may match the patterns below, each with its reason. */
const known: Readonly<Record<string, string>> = {
  "areas/connections/server/clients/mongo.ts": "the SRV and TXT records of mongodb+srv: where they lead is judged",
  "areas/connections/server/clients/web-socket.ts": "a WebSocket over a socket of the caller",
};

const opens: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["undici", /from "undici"/],
  ["names", /from "(?:node:)?dns(?:\/promises)?"/],
  ["sockets", valueImport("net", "connect|createConnection|Socket")],
  ["TLS", valueImport("tls", "connect|TLSSocket")],
  ["HTTP", valueImport("https?|http2", "request|get|Agent|connect|ClientRequest")],
  ["datagrams", valueImport("dgram", "createSocket")],
  // Other functions named fetch are excluded: the job workers fetch from a queue, others take no argument.
  ["the global fetch", /(?<![.\w]|function )fetch\((?!queue|\))/],
  ["web sockets", /new (?:WebSocket|EventSource)\(/],
];

function valueImport(module: string, names: string): RegExp {
  return new RegExp(`import \\{[^}]*(?<!type )\\b(?:${names})\\b[^}]*\\} from "(?:node:)?(?:${module})"`);
}

const withoutComments = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");

test("only server/outbound opens connections", () => {
  const files = globSync(["server/**/*.ts", "areas/*/server/**/*.ts", "main/**/*.ts"]).filter(
    (path) => !path.endsWith(".test.ts") && !path.startsWith("server/outbound/"),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((path) => {
    const source = withoutComments(readFileSync(path, "utf8"));
    return opens.filter(([, pattern]) => pattern.test(source)).map(([what]) => `${path}: ${what}`);
  });
  const isKnown = (line: string) => Object.hasOwn(known, line.replace(/:.*/, ""));
  expect(found.filter((line) => !isKnown(line))).toEqual([]);
  // This fails if the patterns stop finding the known files.
  expect([...new Set(found.map((line) => line.replace(/:.*/, "")))].sort()).toEqual(Object.keys(known).sort());
});
