// Records the host and port of a failed connection. Drivers report the target in different ways or not at all, and wrap
// the original error, so this module keeps the target of each error and the targets that were requested.
import type { Outbound } from "./outbound.ts";

export interface Where {
  host: string;
  port: number;
}

const places = new WeakMap<object, Where>();

/** Attaches the target to the error and returns the error. */
export function failedAt(error: unknown, { host, port }: Where): unknown {
  if (typeof error === "object" && error !== null && !places.has(error))
    places.set(error, { host: host.replace(/^\[(.*)\]$/, "$1"), port });
  return error;
}

function placeOf(error: unknown): Where | undefined {
  for (
    let current = error;
    typeof current === "object" && current !== null;
    current = (current as { cause?: unknown }).cause
  ) {
    const known = places.get(current);
    if (known) return known;
  }
  return undefined;
}

export interface Noting {
  outbound: Outbound;
  /**
   * Returns the target that this error is about. For an error without a recorded target, such as a connection closed
   * later, the target is known only if there was a single one.
   */
  whereOf(error: unknown): Where | undefined;
}

/** Creates an Outbound that records the requested targets. */
export function noting(outbound: Outbound): Noting {
  let asked: Where | string | URL | undefined;
  let isOne = true;
  const note = (place: Where | string | URL) => {
    isOne &&= asked === undefined || addressOf(asked) === addressOf(place);
    asked = place;
  };
  return {
    outbound: {
      ...outbound,
      connect: (to) => (note(to), outbound.connect(to)),
      address: (to) => (note(to), outbound.address(to)),
      fetch: (url, options) => (note(url), outbound.fetch(url, options)),
    },
    whereOf: (error) => placeOf(error) ?? (asked !== undefined && isOne ? whereIs(asked) : undefined),
  };
}

const addressOf = (place: Where | string | URL) => {
  const where = whereIs(place);
  return where && `${where.host}:${where.port}`;
};

/** Returns the target without the parts of a URL that may hold credentials. */
function whereIs(place: Where | string | URL): Where | undefined {
  if (typeof place !== "string" && !(place instanceof URL)) return { host: place.host, port: place.port };
  const read = URL.parse(String(place));
  if (!read) return undefined;
  return {
    host: read.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(read.port) || (read.protocol === "https:" ? 443 : 80),
  };
}
