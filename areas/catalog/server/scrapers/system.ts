// Reads the machine that Quarterdeck runs on, and Quarterdeck itself. This fills the catalog of a new installation
// before anything is configured.
import { z } from "zod";
import { list } from "#server/spec/parts.ts";
import { defineScraper, type ScrapeRun } from "../scrape/scraper-kind.ts";
import type { Scraped } from "../scrape/found.ts";
import { scraperEntry } from "../spec/entry.ts";
import { diskItems } from "./system/disks.ts";
import { hostItem } from "./system/host.ts";
import { machineAt, type Machine } from "./system/machine.ts";
import { networkItems } from "./system/network.ts";
import { agentItems } from "./system/own-agents.ts";
import { databaseItems } from "./system/own-database.ts";
import { processItems } from "./system/own-processes.ts";
import { packageItems } from "./system/packages.ts";
import { serviceItems } from "./system/services.ts";

const parts = ["host", "disks", "network", "services", "packages", "processes", "agents", "database"] as const;
type Part = (typeof parts)[number];

type FinderContext = Pick<ScrapeRun, "system" | "warn" | "fail" | "signal"> & { machine: Machine };

const finders: Readonly<Record<Part, (context: FinderContext) => AsyncIterable<Scraped>>> = {
  host: async function* ({ machine }) {
    yield await hostItem(machine);
  },
  disks: ({ machine }) => diskItems(machine),
  network: ({ machine }) => networkItems(machine),
  services: ({ machine }) => serviceItems(machine),
  packages: ({ machine, warn, fail }) => {
    const about = { type: "System::Packages" };
    return packageItems(machine, { warn: (text) => warn(text, about), fail: (text) => fail(text, about) });
  },
  processes: ({ system }) => processItems(system.db),
  agents: ({ system }) => agentItems(system.db),
  database: ({ system, machine }) => databaseItems({ db: system.db, machine }),
};

/** Parts that are read from files that exist only on Linux. */
const linuxOnly: readonly Part[] = ["disks", "services", "packages"];

export const system = defineScraper({
  type: "system",
  title: "System",
  icon: "server",
  group: "This machine",
  // Installed packages and open ports are sensitive.
  onlyAdmins: true,
  spec: scraperEntry({
    parts: list(z.enum(parts, `must be one of ${parts.join(", ")}`))
      .optional()
      .meta({ label: "Parts", description: "Default: all." }),
  }),
  scrape: ({ parts: wanted }, run) => foundOn(machineAt(), wanted, run),
});

export async function* foundOn(
  machine: Machine,
  wanted: readonly Part[] = parts,
  run: Pick<ScrapeRun, "system" | "warn" | "fail" | "signal">,
): AsyncGenerator<Scraped> {
  const isLinux = machine.node.platform === "linux";
  for (const part of parts) {
    if (!wanted.includes(part)) continue;
    if (!isLinux && linuxOnly.includes(part)) {
      run.warn(`The ${part} of this machine can be read on Linux only.`);
      continue;
    }
    for await (const scraped of finders[part]({ ...run, machine })) {
      run.signal.throwIfAborted();
      yield scraped;
    }
  }
}
