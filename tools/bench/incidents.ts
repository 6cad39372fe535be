// Measures the list and the page of incidents with the requests of the console: 10,000 incidents with 50,000 pieces of
// evidence.
import { atMost, type Bench } from "./bench.ts";
import { startWithChecks } from "./checks-estate.ts";
import type { DataProduct } from "./data-estate.ts";
import { milliseconds } from "./data-times.ts";

const checks = 1_000;
const perPage = 50;

const avatar = "id,name,avatar";
const detail = `*,hypotheses(*,created_by(${avatar}),evidences(*,created_by(${avatar})),comments(created_at,comment,external_created_by,responder_id(team_id(*)),created_by(${avatar}),id)),commander:commander_id(${avatar}),communicator_id(${avatar}),responders(created_by(${avatar}))`;

export const incidents: Bench = {
  name: "incidents",
  async run({ quick, profileFolder, progress }) {
    const count = quick ? 1_000 : 10_000;
    progress(`${count.toLocaleString("en")} incidents with five pieces of evidence each`);
    const product = await startWithChecks(checks, { profileFolder });
    try {
      await fill(product, count);
      const ids = await product.ask<{ id: string }>("select id from incidents order by md5(id::text) limit 60");
      const get = async (path: string, accept = "application/json") => {
        const answer = await fetch(`${product.url}${path}`, { headers: { cookie: product.cookie, accept } });
        const text = await answer.text();
        if (!answer.ok || text.length < 50) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
      };
      const measured = async (path: (n: number) => string) => {
        const times: number[] = [];
        for (let round = -5; round < (quick ? 20 : 60); round += 1) {
          const took = await milliseconds(() => get(path(Math.max(0, round))));
          if (round >= 0) times.push(took);
        }
        return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
      };
      const idAt = (n: number) => ids[n % ids.length]!.id;
      const list = await measured(
        () => `/api/db/incident_summary?status=eq.open&order=created_at.desc&limit=${perPage}`,
      );
      const page = await measured((n) => `/api/db/incidents?id=eq.${idAt(n)}&select=${detail}`);
      const states = await measured((n) => `/api/incidents/${idAt(n)}/evidence`);
      const mine = await measured(() => "/api/incidents/mine");
      const timeline = await measured((n) => `/api/incidents/${idAt(n)}/timeline`);
      return [
        atMost(`list of incidents, page of ${perPage}, p95`, list, 30, "ms"),
        atMost("page of an incident, p95", page, 20, "ms"),
        atMost("state of the evidence of an incident, p95", states, 20, "ms"),
        atMost("incidents of a person, p95", mine, 30, "ms"),
        atMost("timeline of an incident, p95", timeline, 50, "ms"),
      ];
    } finally {
      await product.stop();
    }
  },
};

async function fill(product: DataProduct, count: number): Promise<void> {
  const people = await product.ask<{ id: string }>("select id from people where email is not null limit 1");
  const author = people[0]!.id;
  await product.ask(
    `insert into incidents (id, title, type, severity, status, created_by, commander_id, created_at)
     select md5('incident ' || n)::uuid, 'Latency of shop ' || n, (array['availability', 'performance', 'security', 'cost'])[1 + n % 4],
            (array['critical', 'high', 'medium', 'low'])[1 + n % 4], (array['open', 'investigating', 'resolved', 'closed'])[1 + n % 4],
            $2, $2, now() - n * interval '10 minutes'
     from   generate_series(1, $1::int) n`,
    [count, author],
  );
  await product.ask(
    `insert into hypotheses (id, incident_id, type, title, created_by)
     select md5('hypothesis ' || n)::uuid, md5('incident ' || n)::uuid, 'root', 'The database is saturated', $2
     from   generate_series(1, $1::int) n`,
    [count, author],
  );
  await product.ask(
    `insert into evidences (hypothesis_id, type, check_id, description, created_by)
     select md5('hypothesis ' || n)::uuid, 'check', md5('check ' || 1 + (n * 5 + m) % ${checks})::uuid, 'It failed at the same moment', $2
     from   generate_series(1, $1::int) n, generate_series(1, 5) m`,
    [count, author],
  );
  await product.ask(
    `insert into comments (incident_id, hypothesis_id, comment, created_by)
     select md5('incident ' || n)::uuid, md5('hypothesis ' || n)::uuid, 'Looking into it.', $2
     from   generate_series(1, $1::int) n, generate_series(1, 3) m`,
    [count, author],
  );
  await product.ask("vacuum analyze incidents, hypotheses, evidences, comments, incident_histories");
}
