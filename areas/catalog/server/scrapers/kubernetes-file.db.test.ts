// Tests reading files in pods of a stand-in that implements the documented API.
import { expect, test } from "vitest";
import { apps, estate, host, object, pod } from "#tests/support/cluster-estate.ts";
import { testDatabase } from "#tests/support/database.ts";
import { openScrapedCluster, type Reports } from "#tests/support/scraped-cluster.ts";
import { deckConfig } from "#tests/services/cluster.ts";
import type { Found } from "../scrape/found.ts";
import { kubernetesFile } from "./kubernetes-file.ts";

const { databases } = await testDatabase();
const { cluster, runWith, scraper } = await openScrapedCluster(databases);

test("reads files of pods through their containers", async () => {
  const source = await scraper("files");
  const running = pod("web-1", 6);
  cluster.objects = [
    ...estate().filter((item) => item.kind !== "Deployment"),
    object("Deployment", "web", { number: 3, ...apps, spec: { selector: { matchLabels: { app: "web" } } } }),
    { ...pod("web-pending", 50), status: { phase: "Pending" } },
  ];
  const large = "y".repeat(300_000);
  cluster.containers = {
    "shop/web-1/main": {
      "/etc/app/a.yaml": "mode: fast\n",
      "/etc/app/with space.json": '{"port": 80}',
      "/etc/motd": large,
      "/etc/huge": Buffer.alloc(11 * 1024 * 1024, "z"),
    },
  };
  const reports: Reports = { errors: [], warnings: [] };
  const read = async (fields: object) => {
    const all: Found[] = [];
    const entry = kubernetesFile.spec.parse({ kubeconfig: deckConfig(host), ...fields });
    for await (const part of source.through(kubernetesFile.scrape(entry, runWith(reports)))) all.push(part);
    return all.map((part) => (part.kind === "item" ? part.item : part));
  };
  const files = [{ path: ["/etc/app/*", "/etc/motd"] }];
  const found = await read({ selector: { kind: "Deployment", name: "web" }, files });
  expect(reports.errors.splice(0)).toEqual(["shop/web-pending is not running yet, so its files cannot be read."]);
  expect(reports.warnings).toEqual([]);
  cluster.objects = cluster.objects.filter(({ metadata }) => metadata.name !== "web-pending");
  expect(found).toMatchObject([
    {
      id: "shop/web-1/main/etc/app/a.yaml",
      name: "a.yaml",
      type: "Kubernetes::File",
      config: { mode: "fast" },
      source: "shop/web-1/main:/etc/app/a.yaml",
      parents: [{ externalId: running.metadata["uid"], scraper: "all" }],
    },
    { id: "shop/web-1/main/etc/app/with space.json", config: { port: 80 } },
    { id: "shop/web-1/main/etc/motd", config: { format: "text", content: large } },
  ]);
  expect(
    await read({
      selector: { name: "web-1" },
      container: "main",
      files: [{ path: ["/etc/app/a.yaml"], format: "raw" }],
    }),
  ).toMatchObject([{ config: { format: "raw", content: "mode: fast\n" } }]);
  const oneFile = [{ path: ["/etc/app/a.yaml"] }];
  expect(await read({ selector: { fieldSelector: "metadata.name=web-1" }, files: oneFile })).toHaveLength(1);
  expect(await read({ selector: { fieldSelector: "metadata.name=other" }, files: oneFile })).toEqual([]);
  expect(await read({ selector: { name: "web-1", namespace: "elsewhere" }, files: oneFile })).toEqual([]);
  expect(reports.warnings.splice(0)).toEqual(["No pod matches the selector.", "No pod matches the selector."]);
  expect(await read({ selector: { name: "web-1" }, files: oneFile, id: "$.mode" })).toMatchObject([
    { name: "shop/web-1/main/etc/app/a.yaml" },
  ]);
  await read({ selector: { labelSelector: "app=web" }, files: [{ path: ["/etc/none", "/no/*", "/etc/huge"] }] });
  await read({ selector: { name: "web-1" }, container: "side", files: [{ path: ["/etc/motd"] }] });
  expect(reports.warnings).toEqual(["No file of shop/web-1/main matches /no/*."]);
  expect(reports.errors).toEqual([
    "shop/web-1/main:/etc/none cannot be read: The command failed: cat: /etc/none: No such file or directory.",
    "shop/web-1/main:/etc/huge cannot be read: The output is longer than 10485760 bytes.",
    'shop/web-1/side:/etc/motd cannot be read: Kubernetes refused to run the command (404): pods "web-1" not found.',
  ]);
  await expect(read({ selector: { kind: "Whale" }, files })).rejects.toThrow(
    "The cluster has no objects of the kind Whale.",
  );
});
