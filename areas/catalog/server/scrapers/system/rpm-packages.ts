// What rpm has installed, out of the SQLite file that it keeps: a header for each package, in the format of its files
// (https://rpm-software-management.github.io/rpm/manual/format_header.html).
import { setImmediate } from "node:timers/promises";
import type { Machine } from "./machine.ts";

interface Installed {
  name: string;
  version: string;
  arch: string;
}

const places = ["/usr/lib/sysimage/rpm", "/var/lib/rpm"];
/** Older forms, that nobody but its tool reads. */
const unread = /^Packages(?:\.db)?$/;
/** Headers hold all that is known of a package, its files included. */
const atOnce = 25;
const mostBytes = 32 * 1024 * 1024;

/** Undefined where there is none; throws when it cannot be read. */
export async function rpmPackages(machine: Machine): Promise<ReadonlyMap<string, string> | undefined> {
  const path = await placeOf(machine, (name) => name === "rpmdb.sqlite");
  if (path === undefined) return undefined;
  const found: Installed[] = [];
  let read = 0;
  for (const row of machine.rows(`${path}/rpmdb.sqlite`, "select blob from Packages")) {
    const header = row["blob"];
    const one = header instanceof Uint8Array ? installedIn(header) : undefined;
    // A key that was imported counts as a package there.
    if (one && one.name !== "gpg-pubkey") found.push(one);
    // It is read in one go, and others have their turn.
    if ((read += 1) % atOnce === 0) await setImmediate();
  }
  return named(found);
}

/** Whether there is one in a form that is not read here. */
export const hasOtherRpm = async (machine: Machine) =>
  (await placeOf(machine, (name) => unread.test(name))) !== undefined &&
  (await placeOf(machine, (name) => name === "rpmdb.sqlite")) === undefined;

async function placeOf(machine: Machine, isMeant: (name: string) => boolean): Promise<string | undefined> {
  for (const path of places) if ((await machine.list(path)).some(isMeant)) return path;
  return undefined;
}

const tags = { name: 1000, version: 1001, release: 1002, epoch: 1003, arch: 1022 } as const;
const [textType, numberType] = [6, 4];

/** Two counts, an index of tags, and what they lead to; big-endian all of it. */
function installedIn(bytes: Uint8Array): Installed | undefined {
  if (bytes.length < 8 || bytes.length > mostBytes) return undefined;
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

/** Of some, such as kernels, several are installed beside each other. */
function named(found: readonly Installed[]): ReadonlyMap<string, string> {
  const byName = Map.groupBy(found, ({ name }) => name);
  const keyOf = ({ name, arch }: Installed) =>
    new Set(byName.get(name)!.map((one) => one.arch)).size > 1 ? `${name}.${arch}` : name;
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
