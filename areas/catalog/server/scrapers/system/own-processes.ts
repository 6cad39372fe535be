// Reads the processes of Quarterdeck from the table in which they register. A restarted process keeps its id, which is
// built from role, host and number.
import type { Databases } from "#server/db/pool.ts";
import type { Scraped } from "../../scrape/found.ts";
import { databaseReference } from "./own-database.ts";
import { coarse, hostReference } from "./on-host.ts";

export async function* processItems({ system }: Pick<Databases, "system">): AsyncGenerator<Scraped> {
  const rows = await system
    .selectFrom("processes")
    .select(["role", "version", "hostname", "pid", "address", "started_at", "rss_bytes"])
    .orderBy("hostname")
    .orderBy("role")
    .orderBy("started_at")
    .orderBy("id")
    .execute();
  const count = new Map<string, number>();
  for (const { role, version, hostname, pid, address, started_at, rss_bytes } of rows) {
    const same = `${role}@${hostname}`;
    const number = (count.get(same) ?? 0) + 1;
    count.set(same, number);
    const host = hostReference(hostname);
    const name = number === 1 ? same : `${same} ${number}`;
    yield {
      id: `process/${name}`,
      type: "Quarterdeck::Process",
      class: "Process",
      name,
      document: { role, version, hostname, ...(address !== null && { address }) },
      status: "Running",
      health: "healthy",
      tags: { host: hostname },
      properties: [
        { name: "started", label: "Running since", type: "age", text: started_at },
        { name: "pid", label: "Process", text: String(pid) },
        { name: "memory", label: "Memory", value: coarse(rss_bytes), unit: "bytes" },
      ],
      parents: [host],
      relationships: [{ to: { item: databaseReference }, relation: "ProcessDatabase" }],
    };
  }
}
