// Resolves the target of an automation: the connection that its spec refers to, with the rights of the automation, and the
// fields of the spec itself.
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { exceptHostOf } from "../rows/hidden.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { addressConnection, resolveConnection, resolveValue } from "./resolve-connection.ts";
import type { Automation } from "./subject.ts";
import type { EnvVar } from "../connection/value-reference.ts";

/** How a spec names a server: by a connection, or by address and credentials. */
export interface Reaching {
  connection?: string | undefined;
  url?: string | undefined;
  username?: string | EnvVar | undefined;
  password?: string | EnvVar | undefined;
  /** The nesting of forms and older manifests. */
  authentication?: NestedCredentials | undefined;
  auth?: NestedCredentials | undefined;
}

interface NestedCredentials {
  username?: string | EnvVar | undefined;
  password?: string | EnvVar | undefined;
}

/** User and password from any of the places in a spec. */
export const credentialsIn = ({ username, password, authentication, auth }: Reaching): NestedCredentials => ({
  username: username ?? authentication?.username ?? auth?.username,
  password: password ?? authentication?.password ?? auth?.password,
});

export interface Reach {
  /** The connection of a spec, filled in; fields of the spec override it. */
  connection(reaching: Reaching): Promise<OpenConnection>;
  /** A value, or the target of a reference. */
  value(value: string | EnvVar): Promise<string>;
}

export interface ReachOptions {
  subject: Automation;
  namespace: string;
  scrubber: Scrubber;
  /** The purpose in one word: check, scrape. */
  purpose: string;
  /** Access to the stored connections; undefined without a server. */
  system: Pick<System, "db" | "env" | "outbound" | "secrets"> | undefined;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Any other text is an address in the notation of the driver. */
const isReference = (text: string) => text.startsWith("connection://") || uuid.test(text);

export function reachFor(
  around: Pick<System, "env" | "outbound">,
  { subject, namespace, scrubber, purpose, system }: ReachOptions,
): Reach {
  const value: Reach["value"] = (written) => resolveValue(around, written, { namespace, scrubber });

  async function referred(reference: string): Promise<OpenConnection> {
    if (!system)
      throw problem.invalid("Connections are kept by the server. Without one, write url, username and password.");
    return resolveConnection(system, reference, { subject, namespace, scrubber, purpose });
  }

  return {
    value,
    async connection({ connection = "", url = "", ...written }) {
      const { username, password } = credentialsIn(written);
      const own = url.trim();
      const aboutUser = exceptHostOf(own, scrubber);
      const user = await optionalValue(username, (text) =>
        resolveValue(around, text, { namespace, scrubber: aboutUser }),
      );
      const word = await optionalValue(password, value);
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

/** Undefined if the field is absent, or its value is empty. */
async function optionalValue(written: string | EnvVar | undefined, value: Reach["value"]): Promise<string | undefined> {
  if (written === undefined) return undefined;
  return (await value(written)) || undefined;
}
