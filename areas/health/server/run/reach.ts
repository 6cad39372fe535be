// How a check gets to what it checks: the connection that it refers to, in the name of its canary, and what it says itself.
import { Problem } from "#language/problem.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import type { Scrubber } from "#server/scrub.ts";
import {
  addressConnection,
  ConnectionFailure,
  resolveConnection,
  resolveValue,
  type EnvVar,
  type OpenConnection,
} from "../../../connections/server/index.ts";
import { CheckInvalid, CouldNotCheck, type Reaching } from "../check-kind.ts";
import type { RunnableCanary } from "./runnable.ts";
import type { Surroundings } from "./run-check.ts";
import { uuid } from "./uuid.ts";

export interface Reach {
  connection(reaching: Reaching): Promise<OpenConnection>;
  value(value: string | EnvVar): Promise<string>;
}

/** Anything else stands for itself, in whatever form drivers read it. */
const isReference = (text: string) => text.startsWith("connection://") || uuid.test(text);

export function reachOf(
  canary: Pick<RunnableCanary, "id" | "name" | "namespace">,
  around: Surroundings,
  scrubber: Scrubber,
): Reach {
  const { namespace } = canary;
  const value: Reach["value"] = (written) => found(() => resolveValue(around, written, { namespace, scrubber }));

  async function referred(reference: string): Promise<OpenConnection> {
    const { system } = around;
    if (!system)
      throw new CheckInvalid("Connections are kept by the server. Without one, write url, username and password.");
    const subject = { kind: "canary" as const, id: canary.id, name: canary.name, namespace };
    return found(() => resolveConnection(system, reference, { subject, namespace, scrubber, purpose: "check" }));
  }

  return {
    value,
    async connection({ connection = "", url = "", username, password }) {
      const [own, user, word] = [url.trim(), await said(username, value), await said(password, value)];
      scrubber.know(word);
      const reference = [connection.trim(), own].find(isReference);
      const address = [own, connection.trim()].find((text) => text !== "" && !isReference(text));
      const base =
        reference === undefined
          ? addressConnection(address ?? null, { namespace, scrubber })
          : await referred(reference);
      if (reference !== undefined && address !== undefined) addressConnection(address, { namespace, scrubber });
      return {
        ...base,
        url: address ?? base.url,
        username: user ?? base.username,
        password: word ?? base.password,
      };
    },
  };
}

/** Nothing said is undefined, and so is nothing found. */
async function said(written: string | EnvVar | undefined, value: Reach["value"]): Promise<string | undefined> {
  if (written === undefined) return undefined;
  return (await value(written)) || undefined;
}

/** What cannot be found is a fault of the spec, or of ours: it says nothing about what is checked. */
async function found<Value>(look: () => Promise<Value>): Promise<Value> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Problem && error.status < 500)
      throw new CheckInvalid([error.message, error.hint].filter(Boolean).join(" "));
    if (error instanceof ConnectionFailure)
      throw new CouldNotCheck([error.message.replace(/\.?$/, "."), error.fix].filter(Boolean).join(" "));
    if (isConnectionLost(error)) throw new CouldNotCheck("The database of Quarterdeck is not there.");
    throw error;
  }
}
