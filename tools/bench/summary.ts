// Measures the summary of ten thousand checks that the health page requests: its size, and its response time after one
// check changed and without a change. The same rows through the data API are measured in the same run, without a
// threshold: decision 0023 compares them.
import { atMost, median, type Bench, type Row } from "./bench.ts";
import { startWithChecks } from "./checks-estate.ts";
import { request } from "./generator.ts";
import { openWire } from "./wire.ts";

const checks = 10_000;
const path = "/api/canary/api/summary";
const throughDataApi = "/api/db/check_summary?deleted_at=is.null&order=name&limit=10000";

export const summary: Bench = {
  name: "summary",
  async run({ quick, profileFolder, progress }) {
    progress(`${checks.toLocaleString("en")} checks in ${checks / 100} canaries; answers as a browser takes them`);
    const product = await startWithChecks(checks, { profileFolder });
    const wire = openWire("127.0.0.1", product.port);
    const get = async (url: string, more: Record<string, string> = {}, encoding?: { encoded: boolean }) => {
      const headers = { cookie: product.cookie, ...more };
      const startedAt = performance.now();
      const { status, head, body } = await wire.ask(request(url, headers, product.host, encoding));
      const ms = performance.now() - startedAt;
      if (status !== 200 && status !== 304) throw new Error(`${url}: ${status} ${body.toString()}`);
      return { status, ms, bytes: body.length, etag: /\r\netag: (.*)/i.exec(head)?.[1] ?? "" };
    };
    const ask = (etag?: string, query = "") => get(path + query, etag ? { "if-none-match": etag } : {});
    try {
      const first = await ask();
      progress(`the first one after the start took ${first.ms.toFixed(0)} ms`);
      const rounds = quick ? 5 : 21;
      const [changed, since, same]: [number[], number[], number[]] = [[], [], []];
      const [dataApi, dataApiPlain, dataApiSince]: [number[], number[], number[]] = [[], [], []];
      let dataApiBytes = 0;
      let { etag, bytes } = first;
      for (let round = 0; round < rounds; round += 1) {
        const before = etag;
        await product.ask("update checks set last_runtime = now() where id = md5('check ' || $1::int)::uuid", [
          1 + round,
        ]);
        // Polls until the process has received the change event.
        let next = await ask(before);
        while (next.status === 304) next = await ask(before);
        changed.push(next.ms);
        ({ etag, bytes } = next);
        since.push((await ask(undefined, `?since=${before.slice(3, -1)}`)).ms);
        for (let n = 0; n < 5; n += 1) same.push((await ask(etag)).ms);
        const listed = await get(throughDataApi);
        dataApi.push(listed.ms);
        dataApiBytes = listed.bytes;
        dataApiPlain.push((await get(throughDataApi, {}, { encoded: false })).ms);
        const after = encodeURIComponent(new Date(Date.now() - 5_000).toISOString());
        dataApiSince.push((await get(`${throughDataApi}&last_runtime=gt.${after}`)).ms);
      }
      const worst = (times: readonly number[]) => `worst of ${times.length}: ${Math.max(...times).toFixed(1)} ms`;
      const rows: Row[] = [
        atMost("summary of 10,000 checks on the wire", bytes / 1e6, 3, "MB"),
        atMost("summary of 10,000 checks after a change", median(changed), 150, "ms", worst(changed)),
        atMost("summary of 10,000 checks as 304", median(same), 5, "ms", worst(same)),
        atMost("summary of 10,000 checks: what one changed", median(since), 20, "ms", worst(since)),
        unjudged("the same rows through the data API", median(dataApi), worst(dataApi)),
        unjudged("the same rows through the data API, not compressed", median(dataApiPlain), worst(dataApiPlain)),
        unjudged("rows that ran in the last 5 s through the data API", median(dataApiSince), worst(dataApiSince)),
        {
          name: "the same rows through the data API on the wire",
          figure: `${(dataApiBytes / 1e6).toFixed(2)} MB`,
          ...noBar,
        },
      ];
      return rows;
    } finally {
      wire.close();
      await product.stop();
    }
  },
};

const noBar = { bar: "", verdict: "no verdict" as const };

const unjudged = (name: string, ms: number, note: string): Row => ({
  name,
  figure: `${ms.toFixed(1)} ms`,
  ...noBar,
  note,
});
