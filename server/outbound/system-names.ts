// Resolves host names in the same way as this machine. The system's resolver (getaddrinfo) blocks one of a few threads
// while a name server does not respond, so a handful of dead zones would block all other names. On Linux, where the
// configuration is in files, this module therefore reads the hosts file and queries the name servers itself. The
// system's resolver is the fallback for names they do not know.
import { lookup, Resolver } from "node:dns/promises";
import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { LookUp } from "./resolve.ts";

/** The timeout of each of two attempts, which is the default of the system's resolver. */
const tryTimeoutMs = 5_000;
const otherKindMs = 250;

interface Sources {
  hostsFile: string;
  /** The path of resolv.conf. */
  serversFile: string;
  /** The servers to use instead of those in the file. */
  servers?: readonly string[];
  otherwise: LookUp;
}

export function createSystemLookUp({ hostsFile, serversFile, servers, otherwise }: Sources): LookUp {
  const hosts = keptBy(hostsFile, () => readHosts(readFileSync(hostsFile, "utf8")));
  const naming = keptBy(serversFile, () => {
    const resolver = new Resolver({ timeout: tryTimeoutMs, tries: 2 });
    if (servers) resolver.setServers([...servers]);
    return { resolver, ...readCompletion(readFileSync(serversFile, "utf8")) };
  });
  return oneAtATime(async (name) => {
    const listed = hosts()?.get(name.toLowerCase().replace(/\.$/, ""));
    if (listed) return listed;
    // Names of the local network are resolved by multicast DNS, which the system supports.
    if (/^[^.]+\.local\.?$/i.test(name)) return otherwise(name);
    const known = naming();
    if (!known) return otherwise(name);
    for (const full of fullNames(name, known)) {
      const { four, six, failures } = await askBoth(known.resolver, full);
      const found = hasOwnSix() ? [...six, ...four] : [...four, ...six];
      if (found.length > 0) return found;
      if (failures.some(({ code }) => code === "ETIMEOUT"))
        throw Object.assign(new Error(`No name server responded to the query for ${full}.`), { code: "EAI_AGAIN" });
    }
    return otherwise(name);
  });
}

interface Completion {
  /** The search domains that complete a name. */
  search: readonly string[];
  /**
   * Minimum number of dots (ndots). A name with fewer dots is completed first: in a cluster `api.dev` is a service
   * rather than a site.
   */
  dots: number;
}

/** Returns the candidates in the order of the queries. */
function fullNames(name: string, { search, dots }: Completion): readonly string[] {
  if (name.endsWith(".")) return [name];
  const within = search.map((domain) => `${name}.${domain}`);
  return name.split(".").length - 1 >= dots ? [name, ...within] : [...within, name];
}

/** Parses the search domains and ndots of resolv.conf; the last entry wins. */
function readCompletion(text: string): Completion {
  let completion: Completion = { search: [], dots: 1 };
  for (const line of text.split("\n")) {
    const [word, ...values] = line
      .replace(/[#;].*/, "")
      .trim()
      .split(/\s+/);
    if (word === "search" || word === "domain")
      completion = {
        ...completion,
        search: values.map((domain) => domain.replace(/\.$/, "")).filter((domain) => domain !== ""),
      };
    if (word !== "options") continue;
    const dots = values.map((option) => /^ndots:(\d+)$/.exec(option)?.[1]).findLast((found) => found !== undefined);
    if (dots !== undefined) completion = { ...completion, dots: Math.min(Number(dots), 15) };
  }
  return completion;
}

/**
 * Queries both address families. After the first response, the second query has only a short time limit, because some
 * name servers do not respond to queries for one of the families.
 */
async function askBoth(resolver: Resolver, name: string) {
  const found = {
    four: [] as readonly string[],
    six: [] as readonly string[],
    failures: [] as NodeJS.ErrnoException[],
  };
  const failed = (error: NodeJS.ErrnoException) => void found.failures.push(error);
  const four = resolver.resolve4(name).then((addresses) => void (found.four = addresses));
  const six = resolver.resolve6(name).then((addresses) => void (found.six = addresses));
  const both = Promise.all([four.catch(failed), six.catch(failed)]);
  await Promise.any([four, six]).then(
    () => Promise.race([both, delay(otherKindMs, undefined, { ref: false })]),
    () => both,
  );
  return found;
}

/** Lets concurrent lookups of the same name share one query. */
function oneAtATime(look: LookUp): LookUp {
  const underWay = new Map<string, Promise<readonly string[]>>();
  return (name) => {
    const known = underWay.get(name);
    if (known) return known;
    const asked = look(name);
    underWay.set(name, asked);
    const forget = () => underWay.delete(name);
    asked.then(forget, forget);
    return asked;
  };
}

/** Caches a value derived from a file until the file changes; undefined while the file does not exist. */
function keptBy<Value>(file: string, make: () => Value): () => Value | undefined {
  let kept: { value: Value; version: string } | undefined;
  return () => {
    try {
      const { mtimeMs, ino, size } = statSync(file);
      const version = `${mtimeMs} ${ino} ${size}`;
      if (kept?.version !== version) kept = { value: make(), version };
      return kept.value;
    } catch {
      return undefined;
    }
  };
}

/** Parses lines in the format `address name name # comment`. */
function readHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const known = found.get(name.toLowerCase()) ?? [];
      if (!known.includes(address)) found.set(name.toLowerCase(), [...known, address]);
    }
  }
  return found;
}

/** Whether this machine has a global IPv6 address. If so, IPv6 is tried first, like in the system's resolver. */
const hasOwnSix = () =>
  Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ family, internal, address }) => family === "IPv6" && !internal && /^[23]/.test(address)),
  );

const askSystem: LookUp = oneAtATime(async (name) => {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
});

const byFiles = createSystemLookUp({
  hostsFile: "/etc/hosts",
  serversFile: "/etc/resolv.conf",
  otherwise: askSystem,
});

export const systemLookUp: LookUp = (name) => {
  // localhost is always loopback (RFC 6761).
  if (name === "localhost") return loopback;
  return process.platform === "linux" ? byFiles(name) : askSystem(name);
};

const loopback = Promise.resolve(["127.0.0.1", "::1"]);
