// Tests that no request to the data API gets a 5xx or a response that contains SQL, and that no data is lost. The
// requests are deterministic; FUZZ_REQUESTS=1000000 sends more requests, and FUZZ_SEED selects different requests.
import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { testMs } from "../support/time-limits.ts";
import { openHarbour } from "./fixture.ts";
import { fuzzRequest, isWrite, type FuzzRequest } from "./fuzz-requests.ts";
import { openPipeline } from "./pipeline.ts";

const server = await startTestServer();
const { get } = await openHarbour(server);
const cookie = await server.signIn();

const wanted = Number(process.env["FUZZ_REQUESTS"] ?? 20_000);
const seed = Number(process.env["FUZZ_SEED"] ?? 20261115);
const connections = 3;
const atOnce = 8;

/** Parts of the generated SQL that a request contains only by accident. */
const sqlInside = /json_agg|row_to_json|populate_record|lateral|public\."|\bt\d+\.|syntax error at/i;

const tellsSql = (text: string, { path, headers, body }: FuzzRequest) => {
  // Removes artefacts of JSON: an escaped tab is not an alias, and a closing quote does not start a quoted name.
  const [found] = sqlInside.exec(text.replaceAll(/\\[tnr]/g, " ").replaceAll(/"(?=[,}])/g, "")) ?? [];
  return found !== undefined && ![path, body, ...Object.values(headers)].some((sent) => sent?.includes(found));
};

test(
  `${wanted} malformed requests do not cause a 5xx response, reveal SQL or lose data`,
  { timeout: testMs + wanted * 200 },
  async () => {
    const bad: unknown[] = [];
    const statuses = { read: new Map<number, number>(), write: new Map<number, number>() };
    const line = Array.from({ length: connections + 1 }, () => openPipeline(server.url));
    const lane = async (place: number, next: () => number | undefined) => {
      const kind = place === 0 ? "write" : "read";
      for (let number = next(); number !== undefined; number = next()) {
        const sent = fuzzRequest(seed, number);
        const { status, text } = await line[place]!.send({
          ...sent,
          path: `/api/db${sent.path}`,
          headers: { ...sent.headers, cookie, origin: server.url },
        });
        statuses[kind].set(status, (statuses[kind].get(status) ?? 0) + 1);
        if (status >= 500 || (status >= 400 && tellsSql(text, sent)))
          bad.push({ number, ...sent, status, text: text.slice(0, 300) });
      }
    };
    const numbers = (accept: (number: number) => boolean) => {
      let number = 0;
      return () => {
        do number += 1;
        while (!accept(number));
        return number > wanted ? undefined : number;
      };
    };
    const reads = numbers((number) => !isWrite(number));
    // Uses a single writer, because several writers would wait for each other's row locks.
    const readers = Array.from({ length: connections * atOnce }, (_, index) => lane(1 + (index % connections), reads));
    await Promise.all([lane(0, numbers(isWrite)), ...readers]);
    for (const connection of line) connection.close();

    expect(bad).toEqual([]);
    // If nearly all requests were rejected, the test would prove little.
    const went = (kind: "read" | "write") =>
      [...statuses[kind]].reduce((sum, [status, count]) => sum + (status < 300 ? count : 0), 0);
    expect(went("read")).toBeGreaterThan(wanted / 10);
    expect(went("write")).toBeGreaterThan(wanted / 100);
    const { body, headers } = await get("/ships?select=id,name&order=id", { prefer: "count=exact" });
    expect(headers.get("content-range")).toBe("0-3/4");
    expect(body).toMatchObject([{ name: "Albatross" }, { name: "Barnacle" }, { name: "Cormorant" }, { name: "Dodo" }]);
  },
);
