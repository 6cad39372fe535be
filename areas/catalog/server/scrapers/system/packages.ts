// Reads installed packages, one document per package manager, so that an upgrade is one readable change.
import type { Scraped } from "../../scrape/found.ts";
import type { Machine } from "./machine.ts";
import { onHost } from "./on-host.ts";
import { hasOtherRpm, rpmPackages } from "./rpm-packages.ts";

type Packages = ReadonlyMap<string, string>;

const managers: Readonly<Record<string, (machine: Machine) => Promise<Packages | undefined>>> = {
  apk: async (machine) =>
    apkPackages(
      (await machine.read("/lib/apk/db/installed", maxBytes)) ??
        (await machine.read("/usr/lib/apk/db/installed", maxBytes)),
    ),
  dpkg: dpkgPackages,
  pacman: pacmanPackages,
  rpm: rpmPackages,
};
const maxBytes = 128 * 1024 * 1024;

type Report = Record<"warn" | "fail", (text: string) => void>;

export async function* packageItems(machine: Machine, { warn, fail }: Report): AsyncGenerator<Scraped> {
  for (const [manager, read] of Object.entries(managers)) {
    const packages = await read(machine).catch((error: unknown) => {
      // Reports a failure, so that the packages do not count as removed.
      fail(`The packages of ${manager} cannot be read: ${(error as Error).message}.`);
      return undefined;
    });
    if (!packages || packages.size === 0) continue;
    yield onHost(machine, {
      id: `packages/${manager}`,
      type: "System::Packages",
      name: manager,
      document: {
        manager,
        packages: Object.fromEntries([...packages].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      },
      properties: [{ name: "count", label: "Installed", value: packages.size }],
      status: "Installed",
      health: "healthy",
    });
  }
  if (await hasOtherRpm(machine))
    warn("The format of the rpm database is not supported; only the SQLite format is read.");
}

/** Reads paragraphs of `Field: value`; https://man7.org/linux/man-pages/man1/dpkg-query.1.html documents the status. */
async function dpkgPackages(machine: Machine): Promise<Packages | undefined> {
  const texts = [await machine.read("/var/lib/dpkg/status", maxBytes)];
  // Distroless images have one file per package.
  for (const name of (await machine.list("/var/lib/dpkg/status.d")).filter((item) => !item.endsWith(".md5sums")))
    texts.push(await machine.read(`/var/lib/dpkg/status.d/${name}`));
  const found: { name: string; arch: string; version: string }[] = [];
  for (const text of texts)
    for (const paragraph of (text ?? "").split(/\n\n+/)) {
      const field = (name: string) => new RegExp(`^${name}: *(.*)$`, "m").exec(paragraph)?.[1]?.trim();
      const [name, version, status] = [field("Package"), field("Version"), field("Status")];
      if (
        name &&
        version &&
        (status === undefined || /^\S+ \S+ (?:installed|triggers-\w+|unpacked|half-configured)$/.test(status))
      )
        found.push({ name, version, arch: field("Architecture") ?? "" });
    }
  const count = Map.groupBy(found, ({ name }) => name);
  return new Map(
    found.map(({ name, arch, version }) => [count.get(name)!.length > 1 ? `${name}:${arch}` : name, version]),
  );
}

/** Reads `P:name` and `V:version` in paragraphs. */
const apkPackages = (text: string | undefined): Packages | undefined =>
  text === undefined
    ? undefined
    : new Map(
        text.split(/\n\n+/).flatMap((paragraph) => {
          const [name, version] = [/^P:(.+)$/m.exec(paragraph)?.[1], /^V:(.+)$/m.exec(paragraph)?.[1]];
          return name && version ? [[name, version] as const] : [];
        }),
      );

/** Reads one folder per package, named name-version-release. */
async function pacmanPackages(machine: Machine): Promise<Packages> {
  const folders = await machine.list("/var/lib/pacman/local");
  return new Map(
    folders.flatMap((folder) => {
      const [, name, version] = /^(.+)-([^-]+-[^-]+)$/.exec(folder) ?? [];
      return name && version ? [[name, version] as const] : [];
    }),
  );
}
