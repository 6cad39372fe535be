// Creates an Outbound for one degree of trust. It applies the rules to every target, for all functions that open a
// connection.
import type { LookupFunction } from "node:net";
import { timeLimit } from "#lib/async/time-limit.ts";
import { agentsOf } from "./agents.ts";
import { openSocket, startTls } from "./connect.ts";
import { fetchWith } from "./fetch.ts";
import { KeptConnections, type KeptOptions, type Opened } from "./kept-connections.ts";
import type { Rules } from "./judge.ts";
import type { Outbound, Target } from "./outbound.ts";
import { openNameServer } from "./name-server.ts";
import { failedAt } from "./places.ts";
import { ping } from "./ping.ts";
import { resolveTarget, until, type LookUp, type Resolved } from "./resolve.ts";
import { systemLookUp } from "./system-names.ts";

export interface OutboundOptions extends Partial<Rules> {
  lookUp?: LookUp;
  /** The path of the ping program. */
  ping?: string | undefined;
  /** The limits of kept connections. */
  kept?: KeptOptions;
}

type Resolve = (place: { host: string; port: number; signal: AbortSignal }) => Promise<Resolved>;

const defaultTimeoutMs = 10_000;
/** The port that the rules use for ICMP, which has no ports. */
const echo = 7;

export function createOutbound({
  lookUp = systemLookUp,
  ping: program,
  kept: keptOptions,
  ...options
}: OutboundOptions = {}): Outbound {
  const rules: Rules = {
    trust: "operator",
    allowed: [],
    privateTargets: "operators",
    ownServices: [],
    ownPorts: () => [],
    ...options,
  };
  const resolve: Resolve = (place) => resolveTarget({ rules, lookUp }, place);
  const kept = new KeptConnections(keptOptions);

  const open = async (
    { host, port, tls }: Target,
    { find, signal }: { find: Resolve; signal: AbortSignal },
  ): Promise<Opened> => {
    const startedAt = performance.now();
    const { name, addresses } = await find({ host, port, signal });
    const found = performance.now();
    const { socket, pinned } = await openSocket(addresses, { port, signal });
    const connected = performance.now();
    const timings = { lookup: found - startedAt, connect: connected - found, tls: 0 };
    const common = { address: pinned.address, openedAt: startedAt };
    if (!tls) return { ...common, socket, timings };
    const secure = await startTls(socket, { name, tls, signal });
    return { ...common, socket: secure, timings: { ...timings, tls: performance.now() - connected } };
  };
  const connect: Outbound["connect"] = async (target) => {
    try {
      return (await open(target, { find: resolve, signal: withTimeout(target) })).socket;
    } catch (error) {
      throw failedAt(error, target);
    }
  };

  const address: Outbound["address"] = async ({ host, port, ...limits }) => {
    const signal = withTimeout(limits);
    try {
      const { addresses } = await resolve({ host, port, signal });
      if (addresses.length === 1) return addresses[0]!;
      const { socket, pinned } = await openSocket(addresses, { port, signal });
      socket.destroy();
      return pinned;
    } catch (error) {
      throw failedAt(error, { host, port });
    }
  };

  return {
    connect,

    address,

    async fetch(url, options = {}) {
      // Names are resolved once per fetch, redirects included.
      let known: Map<string, Promise<Resolved>> | undefined;
      const find: Resolve = (place) => {
        const key = `${place.host}:${place.port}`;
        const found = known?.get(key) ?? resolve(place);
        known = (known ?? new Map<string, Promise<Resolved>>()).set(key, found);
        return found;
      };
      const { signal, done } = limited(options);
      try {
        const ways = { open: (target: Target) => open(target, { find, signal }), kept };
        return await fetchWith(ways, url, { ...options, signal });
      } finally {
        done();
      }
    },

    async ping({ host, count, ...limits }) {
      const { signal, done } = limited(limits);
      try {
        const { addresses } = await resolve({ host, port: echo, signal });
        const pinned = addresses.find(({ family }) => family === 4) ?? addresses[0]!;
        const { timeoutMs = defaultTimeoutMs } = limits;
        const asked = { address: pinned.address, count, timeoutMs, signal: limits.signal, program };
        return { address: pinned.address, ...(await ping(asked)) };
      } finally {
        done();
      }
    },

    async askingNames({ server, ...limits }, work) {
      const { signal, done } = limited(limits);
      const { timeoutMs = defaultTimeoutMs } = limits;
      try {
        const port = server?.port ?? 53;
        const at = server && { ...(await address({ host: server.host, port, signal })), port };
        const { resolver, close } = openNameServer(at, { timeoutMs, signal });
        try {
          return await until(signal, work(resolver));
        } finally {
          close();
        }
      } finally {
        done();
      }
    },

    lookup: (port) => lookupFor(port, resolve),
    agents: (tls) => agentsOf(connect, tls),
  };
}

function withTimeout({ timeoutMs = defaultTimeoutMs, signal }: Pick<Target, "timeoutMs" | "signal">): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([timeout, signal]) : timeout;
}

const limited = ({ timeoutMs = defaultTimeoutMs, signal }: Pick<Target, "timeoutMs" | "signal">) =>
  timeLimit({ timeoutMs, signal });

const lookupFor =
  (port: number, resolve: Resolve): LookupFunction =>
  (host, { all, family }, done) => {
    const find = async () => {
      const { addresses } = await resolve({ host, port, signal: withTimeout({}) });
      const wanted = addresses.filter((each) => !family || String(family).endsWith(String(each.family)));
      if (wanted.length === 0)
        throw Object.assign(new Error(`${host} has no address of the requested family`), { code: "ENOTFOUND" });
      return wanted;
    };
    // Node's lookup API takes a callback.
    /* oxlint-disable promise/no-callback-in-promise */
    find().then(
      (found) => (all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)),
      (error: Error) => done(error, all ? [] : "", 0),
    );
    /* oxlint-enable promise/no-callback-in-promise */
  };
