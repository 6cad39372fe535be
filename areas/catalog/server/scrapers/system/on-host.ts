// What stands on a machine: named after it, and below it.
import type { ItemReference, Scraped } from "../../scrape/found.ts";
import type { Machine } from "./machine.ts";

export const hostReference = (hostname: string): ItemReference => ({
  externalId: `host/${hostname}`,
  type: "System::Host",
});

/** `System::Disk` is a `Disk` of its host. */
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

/** Two digits: enough to tell, and the same for a while. */
export function coarse(figure: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, figure))) - 1);
  return Math.round(figure / step) * step;
}

/** Percent, in steps that do not tell of every file that is written. */
export const percent = (part: number, whole: number) => (whole <= 0 ? 0 : Math.round((part / whole) * 100));
