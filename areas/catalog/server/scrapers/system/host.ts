// Converts the machine to an item. Values that change all the time are properties, not part of the document, so they
// cause no changes.
import { printBytes } from "#lib/text/bytes.ts";
import type { Property } from "#language/columns.ts";
import type { Scraped } from "../../scrape/found.ts";
import type { Machine } from "./machine.ts";
import { hostReference, percent } from "./on-host.ts";

export async function hostItem(machine: Machine): Promise<Scraped> {
  const { node } = machine;
  const [release, cpuinfo, meminfo, status, osrelease, timezone] = await Promise.all([
    firstOf(machine, "/etc/os-release", "/usr/lib/os-release"),
    machine.read("/proc/cpuinfo", 64 * 1024 * 1024),
    machine.read("/proc/meminfo"),
    machine.read("/proc/stat", 64 * 1024 * 1024),
    machine.read("/proc/sys/kernel/osrelease"),
    machine.read("/etc/timezone"),
  ]);
  const os = variablesIn(release ?? "");
  const memory = bytesIn(meminfo ?? "");
  const total = (memory.get("MemTotal") ?? 0) || node.memory;
  const available = memory.get("MemAvailable");
  const bootedAt = /^btime (\d+)$/m.exec(status ?? "")?.[1];
  const container = await containerOf(machine);
  const properties: Property[] = [
    {
      name: "booted",
      label: "Running since",
      type: "age",
      text: (bootedAt === undefined ? node.bootedAt : new Date(Number(bootedAt) * 1_000)).toISOString(),
    },
  ];
  const used = available === undefined ? undefined : percent(total - available, total);
  if (used !== undefined) properties.push({ name: "memory-used", label: "Memory used", value: used, unit: "percent" });
  const isShort = used !== undefined && used >= 95;
  return {
    ...named(node.hostname),
    document: {
      hostname: node.hostname,
      os: {
        name: os.get("PRETTY_NAME") ?? node.system,
        id: os.get("ID") ?? node.platform,
        ...(os.has("VERSION_ID") && { version: os.get("VERSION_ID") }),
      },
      kernel: { release: osrelease?.trim() || node.release, architecture: node.arch },
      cpu: cpuOf(cpuinfo, node),
      memory: {
        total: printBytes(total),
        ...(memory.has("SwapTotal") && { swap: printBytes(memory.get("SwapTotal")!) }),
      },
      ...(container !== undefined && { container }),
      ...(timezone?.trim() && { timezone: timezone.trim() }),
    },
    status: isShort ? "Low on memory" : "Running",
    health: isShort ? "warning" : "healthy",
    icon: iconOf(os.get("ID")),
    properties,
  };
}

const named = (hostname: string) => ({
  id: hostReference(hostname).externalId,
  type: "System::Host",
  class: "Host",
  name: hostname,
  tags: { host: hostname },
});

/** Distributions with their own icon; others get the icon of the type. */
const icons: Readonly<Record<string, string>> = {
  almalinux: "almalinux",
  alpine: "alpinelinux",
  arch: "archlinux",
  centos: "centos",
  debian: "debian",
  fedora: "fedora",
  nixos: "nixos",
  raspbian: "raspberrypi",
  rhel: "redhat",
  rocky: "rockylinux",
  ubuntu: "ubuntu",
};
const iconOf = (id = "") => (Object.hasOwn(icons, id) ? icons[id] : undefined);

async function firstOf(machine: Machine, ...paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const found = await machine.read(path);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Parses lines of `NAME="a value"`. */
const variablesIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^([A-Z_]+)=(?:"([^"\n]*)"|'([^'\n]*)'|([^\n]*))$/gm)].map(
      ([, name, double, single, bare]) => [name!, double ?? single ?? bare ?? ""] as const,
    ),
  );

/** Returns values in bytes; kB means kibibytes in this file. */
const bytesIn = (text: string): ReadonlyMap<string, number> =>
  new Map([...text.matchAll(/^(\w+):\s+(\d+) kB$/gm)].map(([, name, size]) => [name!, Number(size) * 1024] as const));

function cpuOf(cpuinfo: string | undefined, { cpus }: Machine["node"]): object {
  const count = [...(cpuinfo ?? "").matchAll(/^processor\s*:/gm)].length || cpus.length;
  const model = /^(?:model name|Model|Hardware)\s*:\s*(.+)$/m.exec(cpuinfo ?? "")?.[1] ?? cpus[0]?.model;
  return { ...(model !== undefined && model !== "unknown" && { model: model.trim() }), count };
}

/** Returns the container runtime that Quarterdeck runs in, if it can be detected. */
async function containerOf(machine: Machine): Promise<string | undefined> {
  if ((await machine.read("/.dockerenv")) !== undefined) return "docker";
  const podman = await machine.read("/run/.containerenv");
  if (podman !== undefined) return "podman";
  const groups = (await machine.read("/proc/1/cgroup")) ?? "";
  return /kubepods/.test(groups) ? "kubernetes" : /docker|containerd/.exec(groups)?.[0];
}
