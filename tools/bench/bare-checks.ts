// The reference for checks-cost.ts: checks in their simplest form, in a separate process. It fetches each URL, parses
// the JSON, compares one field, and inserts the rows in batches.
import { once } from "node:events";
import pg from "pg";

export interface BareOrder {
  urls: readonly string[];
  atOnce: number;
  rounds: number;
  connection: pg.ClientConfig;
  /** The detail of a stored run, so that the rows have the same size as the product's rows. */
  detail: string;
}

const batchSize = 200;

async function run({ urls, atOnce, rounds, connection, detail }: BareOrder): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(
    "create table if not exists bare_runs (check_no int, time timestamptz, status boolean, detail jsonb)",
  );
  let rows: { no: number; time: string; status: boolean }[] = [];
  const write = async () => {
    const batch = rows;
    rows = [];
    await client.query(
      "insert into bare_runs select * from unnest($1::int[], $2::timestamptz[], $3::boolean[], $4::jsonb[])",
      [
        batch.map(({ no }) => no),
        batch.map(({ time }) => time),
        batch.map(({ status }) => status),
        batch.map(() => detail),
      ],
    );
  };
  const wanted = urls.length * rounds;
  let next = 0;
  const work = async () => {
    while (next < wanted) {
      const no = next++;
      const time = new Date().toISOString();
      const answer = await fetch(urls[no % urls.length]!);
      const { status } = JSON.parse(await answer.text()) as { status: string };
      if (status !== "UP") throw new Error(`The target returned the status ${status}.`);
      rows.push({ no, time, status: true });
      if (rows.length >= batchSize) await write();
    }
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: atOnce }, work));
  await write();
  const { user, system } = process.cpuUsage(before);
  await client.end();
  return (user + system) / 1_000 / wanted;
}

const [order] = (await once(process, "message")) as [BareOrder];
process.on("disconnect", () => process.exit());
process.send!(await run(order));
