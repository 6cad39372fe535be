// The addresses of a name as this machine knows them. The system's own way to find them takes one of a few threads for as long as
// a name server is silent: a handful of dead zones would keep every other name waiting. So the hosts file is read and the name
// servers are asked from here, on Linux, where both are found in files; the system is left with what they do not know.
import { lookup, Resolver } from "node:dns/promises";
import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { LookUp } from "./resolve.ts";

/** Each try, of two; as long as the system waits by itself. */
const patienceMs = 5_000;
const otherKindMs = 250;

interface Sources {
  hostsFile: string;
  /** Where the name servers are listed. */
  serversFile: string;
  /** Instead of those. */
  servers?: readonly string[];
  otherwise: LookUp;
}

export function createSystemLookUp({ hostsFile, serversFile, servers, otherwise }: Sources): LookUp {
  const hosts = keptBy(hostsFile, () => readHosts(readFileSync(hostsFile, "utf8")));
  const naming = keptBy(serversFile, () => {
    const resolver = new Resolver({ timeout: patienceMs, tries: 2 });
    if (servers) resolver.setServers([...servers]);
    return { resolver, ...readCompletion(readFileSync(serversFile, "utf8")) };
  });
  return oneAtATime(async (name) => {
    const listed = hosts()?.get(name.toLowerCase().replace(/\.$/, ""));
    if (listed) return listed;
    // Neighbours in a local network are asked for in another way.
    if (/^[^.]+\.local\.?$/i.test(name)) return otherwise(name);
    const known = naming();
    if (!known) return otherwise(name);
    for (const full of fullNames(name, known)) {
      const { four, six, failures } = await askBoth(known.resolver, full);
      const found = hasOwnSix() ? [...six, ...four] : [...four, ...six];
      if (found.length > 0) return found;
      if (failures.some(({ code }) => code === "ETIMEOUT"))
        throw Object.assign(new Error(`No name server answers about ${full}.`), { code: "EAI_AGAIN" });
    }
    return otherwise(name);
  });
}

interface Completion {
  /** Domains that a name may stand in. */
  search: readonly string[];
  /** A name with fewer dots is taken for one of those first: in a cluster `api.dev` is a service before it is a site. */
  dots: number;
}

/** In the order in which they are asked for. */
function fullNames(name: string, { search, dots }: Completion): readonly string[] {
  if (name.endsWith(".")) return [name];
  const within = search.map((domain) => `${name}.${domain}`);
  return name.split(".").length - 1 >= dots ? [name, ...within] : [...within, name];
}

/** What resolv.conf says of names that are not whole; the last word counts. */
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

/** Where one kind of address is known, the other is not waited for long: some name servers are silent about one of them. */
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

/** Who asks for a name that is asked about already waits for the same answer. */
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

/** What was made of a file, until the file is another one; undefined while there is none. */
function keptBy<Made>(file: string, make: () => Made): () => Made | undefined {
  let kept: { made: Made; version: string } | undefined;
  return () => {
    try {
      const { mtimeMs, ino, size } = statSync(file);
      const version = `${mtimeMs} ${ino} ${size}`;
      if (kept?.version !== version) kept = { made: make(), version };
      return kept.made;
    } catch {
      return undefined;
    }
  };
}

/** `address name name # words`. */
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

/** Whether the world can be reached over IPv6 at all; then that is tried first, as the system does. */
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
  // Everywhere, by definition (RFC 6761).
  if (name === "localhost") return loopback;
  return process.platform === "linux" ? byFiles(name) : askSystem(name);
};

const loopback = Promise.resolve(["127.0.0.1", "::1"]);
