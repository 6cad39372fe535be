// Measures a call of an MCP tool, compared with the HTTP call that the tool sends: a search among 10,000 checks.
import { atMost, median, type Bench } from "./bench.ts";
import { startWithChecks } from "./checks-estate.ts";

const checks = 10_000;
const allowed = 1.5;
const search = { query: "check 12", limit: 30 };

export const mcp: Bench = {
  name: "mcp",
  async run({ quick, profileFolder, progress }) {
    const product = await startWithChecks(checks, { profileFolder });
    progress("a search among 10,000 checks, by MCP and by HTTP");
    try {
      const own = { cookie: product.cookie, origin: product.url, "content-type": "application/json" };
      const post = async (path: string, headers: Record<string, string>, body: object) => {
        const answer = await fetch(product.url + path, { method: "POST", headers, body: JSON.stringify(body) });
        const text = await answer.text();
        if (!answer.ok || text.includes('"isError":true')) throw new Error(`${path}: ${answer.status} ${text}`);
        return text;
      };
      const created = await post("/api/auth/create_token", own, { name: "bench", expiry: "7d" });
      const { token } = (JSON.parse(created) as { payload: { token: string } }).payload;
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      };
      const tool = { name: "search_health_checks", arguments: search };
      const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: tool };
      const byMcp = () => post("/api/mcp", headers, message);
      const body = { limit: search.limit, checks: [{ search: search.query, agent: "all" }] };
      const byHttp = () => post("/api/resources/search", headers, body);
      const ratios: number[] = [];
      const notes: string[] = [];
      for (let round = -1; round < (quick ? 3 : 5); round += 1) {
        const [ours, theirs]: [number[], number[]] = [[], []];
        // The calls alternate, so that a slow second of the machine affects both.
        for (let call = 0; call < (quick ? 100 : 400); call += 1) {
          ours.push(await timed(byMcp));
          theirs.push(await timed(byHttp));
        }
        if (round < 0) continue;
        ratios.push(p95(ours) / p95(theirs));
        notes.push(`${p95(ours).toFixed(1)} and ${p95(theirs).toFixed(1)} ms`);
      }
      return [atMost("MCP tool call, p95 by that of the HTTP call", median(ratios), allowed, "×", notes.at(-1))];
    } finally {
      await product.stop();
    }
  },
};

async function timed(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
