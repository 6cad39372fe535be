import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { chooseAnalytics } from "#console/analytics.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
// The data API client reads the page address when it is imported.
happyDOM.setURL(`${server.url}/`);
const { linkConfig, unlinkConfig } = await import("./config-links.ts");
const { downloadSnapshot } = await import("./download-snapshot.ts");
const { registryOf } = await import("#console/shell/registry.ts");
const { topology } = await import("../index.tsx");

beforeEach(() => {
  server.requests.length = 0;
});

/** The event names that a chat widget receives. */
function tracked() {
  const names: string[] = [];
  vi.stubGlobal("Intercom", (_: string, name: string) => names.push(name));
  chooseAnalytics([{ name: "analytics.provider", value: "intercom" }]);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    chooseAnalytics([]);
  });
  return names;
}

test("CA-25 a link to the catalog is stored as manual and reported as LinkedComponentToConfig", async () => {
  const names = tracked();
  server.answer = json(201, []);
  await linkConfig("c1", "i1");
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "POST /api/db/config_component_relationships",
  ]);
  expect(JSON.parse(server.requests[0]!.body)).toEqual({ component_id: "c1", config_id: "i1", selector_id: "manual" });
  expect(names).toEqual(["LinkedComponentToConfig"]);
  server.answer = json(403, { error: "You are not allowed to write config_scrapers." });
  await expect(linkConfig("c1", "i1")).rejects.toThrow("You are not allowed to write config_scrapers.");
  expect(names).toHaveLength(1);
});

test("removing a link removes only the manual link", async () => {
  server.answer = json(200, []);
  await unlinkConfig("c1", "i1");
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "DELETE /api/db/config_component_relationships?component_id=eq.c1&config_id=eq.i1&selector_id=eq.manual",
  ]);
});

test("TO-11 a downloaded snapshot is reported as DownloadedSnapshot; a failed download is not reported", async () => {
  const names = tracked();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  server.answer = (_, response) => response.writeHead(200, { "content-type": "application/zip" }).end("PK");
  await downloadSnapshot({ id: "c1", name: "shop" }, { start: "15m", related: true });
  expect(server.requests.map(({ url }) => url)).toEqual(["/api/snapshot/topology/c1?start=15m&related=true"]);
  expect(saved).toEqual(["shop-snapshot.zip"]);
  expect(names).toEqual(["DownloadedSnapshot"]);
  server.answer = json(404, { error: "There is no component c1." });
  await expect(downloadSnapshot({ id: "c1", name: "shop" }, { start: "15m", related: false })).rejects.toThrow(
    "There is no component c1.",
  );
  expect(names).toHaveLength(1);
});

test("TO-12 job history and all other links to a component lead to /topology/{id}", () => {
  expect(registryOf([topology]).resources.get("component")!.href("c1")).toBe("/topology/c1");
  expect(topology.pages!.map(({ path }) => path)).toContain("/topology/$id");
});
