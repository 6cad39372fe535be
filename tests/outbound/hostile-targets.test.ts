// Tries every hostile target with every kind of outgoing connection, over real sockets: a listener on the target counts
// connections and must see none.
import { get } from "node:http";
import { once } from "node:events";
import { expect, test } from "vitest";
import { parseAllowedTargets } from "#server/outbound/allowed-targets.ts";
import { createOutbound, type OutboundOptions } from "#server/outbound/create-outbound.ts";
import { TargetRefused, type Outbound } from "#server/outbound/outbound.ts";
import { startCountingServer } from "./counting-server.ts";
import { friendly, neverReached, privateNetworks, thisMachine, thisMachineOtherwise } from "./hostile-targets.ts";
import { startNameServer } from "./name-server.ts";

const server = await startCountingServer();
const names = await startNameServer();
const at = (target: string) => target.replaceAll("PORT", String(server.port));

/**
 * Returns the host as written and the port, for callers that take both separately; undefined if the URL has no host.
 */
function rawTarget(url: string): { host: string; port: number } | undefined {
  const [, host, port] = /^http:\/\/([^/@#?\\]+?)(?::(\d+))?\/$/.exec(url) ?? [];
  return host === undefined ? undefined : { host, port: Number(port ?? 80) };
}

/** Returns the outcome of each kind of outgoing connection, by name: all must be rejected before they connect. */
async function outcomes(outbound: Outbound, url: string): Promise<Record<string, string>> {
  const raw = rawTarget(url);
  const ways: Record<string, () => Promise<unknown>> = {
    fetch: () => outbound.fetch(url, { timeoutMs: 5_000 }),
    ...(raw && {
      address: () => outbound.address({ ...raw, timeoutMs: 5_000 }),
      connect: () => outbound.connect({ ...raw, timeoutMs: 5_000 }),
      secure: () => outbound.connect({ ...raw, tls: {}, timeoutMs: 5_000 }),
    }),
  };
  const ended = Object.entries(ways).map(async ([name, way]) => {
    const error = await way().then(
      () => new Error("reached"),
      (thrown: Error) => thrown,
    );
    return [name, error instanceof TargetRefused ? "refused" : `${error.name}: ${error.message}`] as const;
  });
  return Object.fromEntries(await Promise.all(ended));
}

/**
 * Returns the number of targets that every kind of connection rejected, the outcomes for the other targets, and the
 * number of connections that arrived.
 */
async function tally(targets: readonly string[], options: OutboundOptions) {
  const outbound = createOutbound(options);
  const before = server.connections;
  const others: Record<string, string>[] = [];
  for (const target of targets) {
    const ended = await outcomes(outbound, at(target));
    if (Object.values(ended).some((how) => how !== "refused")) others.push({ target, ...ended });
  }
  return { refused: targets.length - others.length, others, connections: server.connections - before };
}

const allRefused = (targets: readonly string[]) => ({ refused: targets.length, others: [], connections: 0 });

const local = [...thisMachine, ...thisMachineOtherwise];
const all = [...neverReached, ...local, ...privateNetworks];

test("the corpus has the expected size and no duplicates", () => {
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(250);
  expect(neverReached.length).toBeGreaterThanOrEqual(150);
});

test("only the system reaches targets that are blocked for everybody else", async () => {
  const expected = allRefused(neverReached);
  expect(await tally(neverReached, { trust: "operator" })).toEqual(expected);
  expect(await tally(neverReached, { trust: "anyone", privateTargets: "everybody" })).toEqual(expected);
});

test("requests that anybody can trigger cannot connect to this machine or to private networks", async () => {
  expect(await tally(all, { trust: "anyone" })).toEqual(allRefused(all));
});

test("with private targets disabled, operators cannot connect to private networks", async () => {
  expect(await tally(all, { trust: "operator", privateTargets: "nobody" })).toEqual(allRefused(all));
});

test("operators cannot connect to Quarterdeck's own ports, in any notation", async () => {
  const ownPorts = () => [server.port];
  expect(await tally(local, { trust: "operator", ownPorts })).toEqual(allRefused(local));
});

test("operators cannot connect to Quarterdeck's own database, in any notation", async () => {
  const addresses = async () => ["127.0.0.1"];
  const ownServices = [{ what: "Quarterdeck's own database", port: server.port, addresses }];
  expect(await tally(local, { trust: "operator", ownServices })).toEqual(allRefused(local));
  const [target] = thisMachine;
  const far = [{ what: "it", port: server.port, addresses: async () => ["8.8.8.8"] }];
  await expect(createOutbound({ ownServices: far }).fetch(at(target!))).resolves.toMatchObject({ status: 200 });
  const unknown = [{ what: "it", port: server.port, addresses: () => Promise.reject(new Error("no name server")) }];
  await expect(createOutbound({ ownServices: unknown }).fetch(at(target!))).rejects.toThrow(/cannot be looked up/);
});

test("callers who may connect to this machine reach it in every tested notation", async () => {
  const plain = thisMachine.filter((target) => target.startsWith("http:"));
  for (const options of [
    { trust: "operator" },
    { trust: "system", privateTargets: "nobody", ownPorts: () => [server.port] },
    { trust: "anyone", allowed: parseAllowedTargets(`127.0.0.0/8:${server.port},[::1]:${server.port}`) },
  ] satisfies OutboundOptions[]) {
    const outbound = createOutbound(options);
    const before = server.connections;
    for (const target of plain) await expect(outbound.fetch(at(target))).resolves.toMatchObject({ status: 200 });
    expect(server.connections).toBe(before + plain.length);
  }
});

test("harmless targets that resemble blocked targets are allowed for every caller", async () => {
  const outbound = createOutbound({ trust: "anyone" });
  const found = await Promise.allSettled(friendly.map((host) => outbound.address({ host, port: 443 })));
  expect(friendly.filter((_, index) => found[index]?.status === "rejected")).toEqual([]);
});

test("HTTP agents and lookup functions block the same targets as fetch", async () => {
  const outbound = createOutbound({ trust: "anyone", lookUp: names.lookUp });
  names.answers["agents.test"] = [["127.0.0.1"]];
  const before = server.connections;
  for (const host of ["127.0.0.1", "agents.test"]) {
    const { http } = outbound.agents();
    const [error] = (await once(
      get({ host, port: server.port, agent: http }).on("response", () => {}),
      "error",
    )) as [Error];
    expect(error).toBeInstanceOf(TargetRefused);
  }
  const [error] = (await once(
    get({ host: "agents.test", port: server.port, lookup: outbound.lookup(server.port) }),
    "error",
  )) as [Error];
  expect(error).toBeInstanceOf(TargetRefused);
  expect(server.connections).toBe(before);
  const { http } = createOutbound({ lookUp: names.lookUp }).agents();
  const [answer] = (await once(get({ host: "agents.test", port: server.port, agent: http }), "response")) as [
    { statusCode: number; resume(): void },
  ];
  answer.resume();
  expect(answer.statusCode).toBe(200);
});

const hostileAnswers: Record<string, string[]> = {
  "metadata.rebind.test": ["169.254.169.254"],
  "metadata6.rebind.test": ["fd00:ec2::254"],
  "loop.rebind.test": ["127.0.0.1"],
  "loop6.rebind.test": ["::1"],
  "mapped.rebind.test": ["::ffff:169.254.169.254"],
  "nat64.rebind.test": ["64:ff9b::a9fe:a9fe"],
  "zero.rebind.test": ["0.0.0.0"],
  "private.rebind.test": ["10.0.0.1"],
  "several.rebind.test": ["127.0.0.1", "169.254.169.254", "::1", "fe80::1"],
  "nothing.rebind.test": [],
};

test("a host name is blocked if all its addresses are blocked", async () => {
  for (const [name, addresses] of Object.entries(hostileAnswers)) names.answers[name] = [addresses];
  const targets = Object.keys(hostileAnswers).map((name) => `http://${name}:PORT/`);
  expect(await tally(targets, { trust: "anyone", lookUp: names.lookUp })).toEqual(allRefused(targets));
});

test("only the allowed addresses of a name are tried, in order", async () => {
  names.answers["mixed.test"] = [["169.254.169.254", "127.0.0.1", "fe80::1"]];
  const outbound = createOutbound({ lookUp: names.lookUp });
  await expect(outbound.address({ host: "mixed.test", port: server.port })).resolves.toEqual({
    address: "127.0.0.1",
    family: 4,
  });
  // The first address has no listener.
  names.answers["turn.test"] = [["127.0.0.9", "127.0.0.1"]];
  await expect(outbound.fetch(at("http://turn.test:PORT/"))).resolves.toMatchObject({ status: 200 });
  await expect(outbound.address({ host: "turn.test", port: server.port })).resolves.toMatchObject({ family: 4 });
});

test("a name is resolved once per request, so a later DNS reply has no effect", async () => {
  const first = "127.0.0.1";
  for (const second of ["169.254.169.254", "::1", "10.0.0.1"]) {
    const name = `turncoat-${second.length}.test`;
    names.answers[name] = [[first], [second]];
    const allowed = parseAllowedTargets(`${first}:${server.port}`);
    const outbound = createOutbound({ trust: "anyone", lookUp: names.lookUp, allowed });
    server.answer = (request, response) =>
      request.url === "/" ? response.writeHead(302, { location: "/again" }).end() : response.end(request.url);
    const answer = await outbound.fetch(at(`http://${name}:PORT/`));
    expect(answer.text()).toBe("/again");
    expect(names.asked.get(name)).toBe(1);
    // The next request resolves the name again and checks it again.
    await expect(outbound.fetch(at(`http://${name}:PORT/`))).rejects.toThrow(TargetRefused);
    expect(names.asked.get(name)).toBe(2);
  }
});

test("redirects to hostile targets are blocked, even after harmless redirects", async () => {
  const hostile = [...neverReached, ...thisMachineOtherwise, ...privateNetworks, ...thisMachine.slice(1)]
    .map(at)
    // A header cannot contain line breaks, and a relative location is on the same host.
    .filter((url) => /^[!-~]+$/.test(url) && (/^[a-z+]+:\/\/./i.test(url) || url.startsWith("//")));
  const outbound = createOutbound({
    trust: "anyone",
    allowed: parseAllowedTargets(`hop.test:${server.port}`),
    lookUp: async (name) => (name === "hop.test" ? ["127.0.0.1"] : names.lookUp(name)),
  });
  const reached: string[] = [];
  for (const status of [301, 302, 303, 307, 308])
    for (const [index, url] of hostile.entries()) {
      if (index % 5 !== status % 5) continue;
      const hops = index % 3;
      server.answer = (request, response) => {
        const hop = Number(request.url?.slice(1));
        const location = hop < hops ? `/${hop + 1}` : url;
        response.writeHead(status, { location }).end();
      };
      const before = server.requests.length;
      const error = await outbound.fetch(at("http://hop.test:PORT/0")).then(
        () => new Error("reached"),
        (thrown: Error) => thrown,
      );
      if (!(error instanceof TargetRefused) || server.requests.length - before !== hops + 1)
        reached.push(`${url}: ${error.message}`);
    }
  expect(reached).toEqual([]);
  expect(hostile.length).toBeGreaterThan(150);
});
