// Tests watches between two runs, against a stand-in that implements the documented API.
import { expect, test } from "vitest";
import { estate, event, pod, spec, web } from "#tests/support/cluster-estate.ts";
import { testDatabase } from "#tests/support/database.ts";
import { until } from "#tests/support/running-system.ts";
import { openScrapedCluster, type Reports } from "#tests/support/scraped-cluster.ts";
import { inBatches } from "../run/in-batches.ts";
import { save } from "../save/save.ts";
import { kubernetes } from "./kubernetes.ts";

const { databases } = await testDatabase();
const { cluster, runWith, scraper, standIns, system } = await openScrapedCluster(databases);
const agentId = "00000000-0000-0000-0000-000000000000";

test("watches between two runs, reconnects when the connection ends, and lists again when the resource version has expired", async () => {
  const source = await scraper("watched");
  await source.run();
  const ending = new AbortController();
  const reports: Reports = { errors: [], warnings: [] };
  const watching = (async () => {
    const found = source.through(kubernetes.watch!(kubernetes.spec.parse(spec), runWith(reports, ending.signal)));
    for await (const batch of inBatches(found, { max: 200, withinMs: 20 }))
      await save(
        system,
        (async function* () {
          yield* batch;
        })(),
        { scraper: { id: source.id, agentId }, isWhole: false, signal: ending.signal },
      );
  })().catch((error: unknown) => error);
  await until(
    () => cluster.watchers("Pod") + cluster.watchers("Event"),
    (count) => count === 2,
  );

  cluster.happen("ADDED", pod("web-9", 40));
  cluster.happen("MODIFIED", { ...estate()[2]!, spec: { replicas: 5 } });
  cluster.happen("ADDED", event("n", 41, web, { reason: "Killing", message: "Stopping container main" }));
  cluster.happen("ADDED", pod("far", 42, { namespace: "kube-system" }));
  await until(
    source.changes,
    (all) =>
      all.some((item) => item["change_type"] === "Killing") && all.some((item) => item["change_type"] === "diff"),
  );
  await until(
    () => source.items("i.name = 'web-9'"),
    ([item]) => item?.["parent"] === "Kubernetes::ReplicaSet/web-abc12",
  );

  cluster.happen("DELETED", pod("web-9", 40));
  const gone = await until(
    () => source.items("i.deleted_at is not null"),
    (all) => all.length > 0,
  );
  expect(gone).toMatchObject([{ name: "web-9", delete_reason: "FROM_EVENT" }]);

  // A bookmark only advances the resource version; after the connection ends, the watch resumes from that version.
  cluster.tell("Pod", { type: "BOOKMARK", object: { kind: "Pod", metadata: { name: "", resourceVersion: "500" } } });
  cluster.hangUp();
  await until(
    () =>
      standIns
        .asked()
        .some(
          ({ path, query }) =>
            path.endsWith("/pods") && query.get("watch") === "1" && query.get("resourceVersion") === "500",
        ),
    Boolean,
  );
  await until(() => cluster.watchers("Pod"), Boolean);
  // The resource version expired: objects added in the meantime are found by listing.
  cluster.objects = [...cluster.objects, pod("web-10", 43)];
  cluster.tell("Pod", {
    type: "ERROR",
    object: { kind: "Status", code: 410, reason: "Expired", message: "too old resource version" },
  });
  await until(
    () => source.items("i.name = 'web-10'"),
    (all) => all.length === 1,
  );
  expect(await source.items("i.name = 'far'")).toEqual([]);
  ending.abort();
  await watching;
  await until(
    () => cluster.watchers("Pod"),
    (count) => count === 0,
  );
  await source.end();
});
