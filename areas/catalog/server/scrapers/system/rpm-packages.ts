// Reads packages installed by rpm from its SQLite database, which has one header per package
// (https://rpm-software-management.github.io/rpm/manual/format_header.html).
import { setImmediate } from "node:timers/promises";
import type { Machine } from "./machine.ts";

interface Installed {
  name: string;
  version: string;
  arch: string;
}

const places = ["/usr/lib/sysimage/rpm", "/var/lib/rpm"];
/** Older formats, which only rpm itself can read. */
const unsupported = /^Packages(?:\.db)?$/;
/** Headers are large, because they also list the files of a package. */
const maxBytes = 32 * 1024 * 1024;
const headersPerTurn = 25;

/** Returns undefined without a database; throws if it cannot be read. */
export async function rpmPackages(machine: Machine): Promise<ReadonlyMap<string, string> | undefined> {
  const path = await placeOf(machine, (name) => name === "rpmdb.sqlite");
  if (path === undefined) return undefined;
  const found: Installed[] = [];
  let read = 0;
  for (const row of machine.rows(`${path}/rpmdb.sqlite`, "select blob from Packages")) {
    const header = row["blob"];
    const installed = header instanceof Uint8Array ? installedIn(header) : undefined;
    // rpm stores imported keys as packages.
    if (installed && installed.name !== "gpg-pubkey") found.push(installed);
    // Reading is synchronous, so this lets other tasks run in between.
    if ((read += 1) % headersPerTurn === 0) await setImmediate();
  }
  return named(found);
}

/** Whether the machine only has a database in an unsupported format. */
export const hasOtherRpm = async (machine: Machine) =>
  (await placeOf(machine, (name) => unsupported.test(name))) !== undefined &&
  (await placeOf(machine, (name) => name === "rpmdb.sqlite")) === undefined;

async function placeOf(machine: Machine, isMatch: (name: string) => boolean): Promise<string | undefined> {
  for (const path of places) if ((await machine.list(path)).some(isMatch)) return path;
  return undefined;
}

const tags = { name: 1000, version: 1001, release: 1002, epoch: 1003, arch: 1022 } as const;
const [textType, numberType] = [6, 4];

/** The header has two counts, an index of tags, and the values; all big-endian. */
function installedIn(bytes: Uint8Array): Installed | undefined {
  if (bytes.length < 8 || bytes.length > maxBytes) return undefined;
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = header.readUInt32BE(0);
  const begin = 8 + count * 16;
  if (begin > header.length) return undefined;
  const values = new Map<number, string>();
  for (let at = 8; at < begin; at += 16) {
    const [tag, type, offset] = [
      header.readUInt32BE(at),
      header.readUInt32BE(at + 4),
      begin + header.readUInt32BE(at + 8),
    ];
    if (type === textType && offset < header.length) {
      const end = header.indexOf(0, offset);
      values.set(tag, header.toString("utf8", offset, end < 0 ? header.length : end));
    } else if (type === numberType && offset + 4 <= header.length) values.set(tag, String(header.readUInt32BE(offset)));
  }
  const [name, version] = [values.get(tags.name), values.get(tags.version)];
  if (!name || !version) return undefined;
  const [epoch, release] = [values.get(tags.epoch), values.get(tags.release)];
  return {
    name,
    arch: values.get(tags.arch) ?? "",
    version: `${epoch ? `${epoch}:` : ""}${version}${release ? `-${release}` : ""}`,
  };
}

/** Maps names to versions; several versions of a package, such as kernels, may be installed at the same time. */
function named(found: readonly Installed[]): ReadonlyMap<string, string> {
  const byName = Map.groupBy(found, ({ name }) => name);
  const keyOf = ({ name, arch }: Installed) =>
    new Set(byName.get(name)!.map((item) => item.arch)).size > 1 ? `${name}.${arch}` : name;
  return new Map(
    [...Map.groupBy(found, keyOf)].map(([key, same]) => [
      key,
      same
        .map(({ version }) => version)
        .toSorted()
        .join(", "),
    ]),
  );
}
