// Builds items that belong to a machine: their ids start with the id of the host, which is their parent.
import type { ItemReference, Scraped } from "../../scrape/found.ts";
import type { Machine } from "./machine.ts";

export const hostReference = (hostname: string): ItemReference => ({
  externalId: `host/${hostname}`,
  type: "System::Host",
});

/** The class is the last part of the type: `System::Disk` has the class `Disk`. */
export function onHost({ node: { hostname } }: Machine, { id, type, ...item }: Scraped & { id: string; type: string }) {
  const host = hostReference(hostname);
  return {
    ...item,
    id: `${host.externalId}/${id}`,
    type,
    class: type.split("::").at(-1)!,
    tags: { host: hostname },
    parents: [host],
  } satisfies Scraped;
}

/** Rounds to two significant digits, so that the value does not change with every run. */
export function coarse(figure: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, figure))) - 1);
  return Math.round(figure / step) * step;
}

/** Rounds to whole percent, so that the value does not change with every written file. */
export const percent = (part: number, whole: number) => (whole <= 0 ? 0 : Math.round((part / whole) * 100));
