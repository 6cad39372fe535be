// One attempt at a connection. What was asked for is noted on the way out, so that a failure can say where nobody was found:
// drivers tell it in different ways, or not at all.
import type { Outbound, Target } from "#server/outbound/outbound.ts";
import type { ConnectionType, Trial } from "./connection-type.ts";
import { failureOf, type Where } from "./failure.ts";
import type { OpenConnection } from "./sealed.ts";

/** What was reached; throws a `ConnectionFailure`. */
export async function attempt(type: ConnectionType, connection: OpenConnection, trial: Trial): Promise<string> {
  const { outbound, where } = noted(trial.outbound);
  try {
    return await type.test!(connection, { ...trial, outbound });
  } catch (error) {
    throw failureOf(error).at(where());
  }
}

function noted(outbound: Outbound): { outbound: Outbound; where: () => Where | undefined } {
  const asked = new Map<string, Where>();
  let failed: Where | undefined;
  const note = async <Answer>(place: Where | undefined, answer: Promise<Answer>): Promise<Answer> => {
    if (!place) return answer;
    asked.set(`${place.host}:${place.port}`, place);
    try {
      return await answer;
    } catch (error) {
      failed = place;
      throw error;
    }
  };
  const target = ({ host, port }: Pick<Target, "host" | "port">): Where => ({ host, port });
  return {
    outbound: {
      ...outbound,
      connect: (to) => note(target(to), outbound.connect(to)),
      address: (to) => note(target(to), outbound.address(to)),
      fetch: (url, options) => note(placeIn(url), outbound.fetch(url, options)),
    },
    // Who was reached and hung up later is only certain where nobody else was asked.
    where: () => failed ?? (asked.size === 1 ? [...asked.values()][0] : undefined),
  };
}

/** Without anything of the address that could be a credential. */
function placeIn(url: string | URL): Where | undefined {
  const read = URL.parse(String(url));
  if (!read) return undefined;
  return {
    host: read.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(read.port) || (read.protocol === "https:" ? 443 : 80),
  };
}
