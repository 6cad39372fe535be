// Where something went wrong. Drivers tell it in different ways, or not at all, and put their own errors over ours: so it is
// remembered of the errors that come about on the way out, and noted what was asked for beside them.
import type { Outbound } from "./outbound.ts";

export interface Where {
  host: string;
  port: number;
}

const places = new WeakMap<object, Where>();

/** The error, of which it is known from now on where it came about. */
export function failedAt(error: unknown, { host, port }: Where): unknown {
  if (typeof error === "object" && error !== null && !places.has(error))
    places.set(error, { host: host.replace(/^\[(.*)\]$/, "$1"), port });
  return error;
}

function placeOf(error: unknown): Where | undefined {
  for (let one = error; typeof one === "object" && one !== null; one = (one as { cause?: unknown }).cause) {
    const known = places.get(one);
    if (known) return known;
  }
  return undefined;
}

export interface Noting {
  outbound: Outbound;
  /** Where this came about; who was reached and hung up later is only certain where nobody else was asked. */
  whereOf(error: unknown): Where | undefined;
}

/** The way out, with what is asked of it noted. */
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

/** Without anything of an address that could be a credential. */
function whereIs(place: Where | string | URL): Where | undefined {
  if (typeof place !== "string" && !(place instanceof URL)) return { host: place.host, port: place.port };
  const read = URL.parse(String(place));
  if (!read) return undefined;
  return {
    host: read.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(read.port) || (read.protocol === "https:" ? 443 : 80),
  };
}
