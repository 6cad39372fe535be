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
  const resolver = keptBy(serversFile, () => {
    const made = new Resolver({ timeout: patienceMs, tries: 2 });
    if (servers) made.setServers([...servers]);
    return made;
  });
  return oneAtATime(async (name) => {
    const known = hosts()?.get(name.toLowerCase().replace(/\.$/, ""));
    if (known) return known;
    // Neighbours in a local network are asked for in another way.
    if (/^[^.]+\.local\.?$/i.test(name)) return otherwise(name);
    const asked = resolver();
    if (!asked) return otherwise(name);
    const { four, six, failures } = await askBoth(asked, name);
    const found = hasOwnSix() ? [...six, ...four] : [...four, ...six];
    if (found.length > 0) return found;
    if (failures.some(({ code }) => code === "ETIMEOUT"))
      throw Object.assign(new Error(`No name server answers about ${name}.`), { code: "EAI_AGAIN" });
    return otherwise(name);
  });
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
