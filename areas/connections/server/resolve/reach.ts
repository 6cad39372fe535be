// Resolves the target of an automation from the fields of its spec and the connection that the spec refers to, with the
// rights of the automation.
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { exceptHostOf } from "../rows/hidden.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { addressConnection, resolveConnection, resolveValue } from "./resolve-connection.ts";
import type { Subject } from "./subject.ts";
import type { EnvVar } from "../connection/value-reference.ts";

/** The spec fields that describe a server: a connection, or an address and credentials. */
export interface Reaching {
  connection?: string | undefined;
  url?: string | undefined;
  username?: string | EnvVar | undefined;
  password?: string | EnvVar | undefined;
  /** Forms and older manifests nest the credentials. */
  authentication?: NestedCredentials | undefined;
  auth?: NestedCredentials | undefined;
}

interface NestedCredentials {
  username?: string | EnvVar | undefined;
  password?: string | EnvVar | undefined;
}

/** Finds user and password in all fields that a spec may use for them. */
export const credentialsIn = ({ username, password, authentication, auth }: Reaching): NestedCredentials => ({
  username: username ?? authentication?.username ?? auth?.username,
  password: password ?? authentication?.password ?? auth?.password,
});

export interface Reach {
  /** Returns the filled-in connection of a spec. Fields of the spec override its values. */
  connection(reaching: Reaching): Promise<OpenConnection>;
  /** Returns the value itself, or the value that a reference points to. */
  value(value: string | EnvVar): Promise<string>;
}

export interface ReachOptions {
  subject: Subject;
  namespace: string;
  scrubber: Scrubber;
  /** The purpose in one word: check, scrape. */
  purpose: string;
  /** Access to the stored connections; undefined without a server. */
  system: Pick<System, "db" | "env" | "outbound" | "secrets"> | undefined;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Any other string is an address in the notation of the driver. */
const isReference = (text: string) => text.startsWith("connection://") || uuid.test(text);

export function reachFor(
  around: Pick<System, "env" | "outbound">,
  { subject, namespace, scrubber, purpose, system }: ReachOptions,
): Reach {
  const value: Reach["value"] = (written) => resolveValue(around, written, { namespace, scrubber });

  async function referred(reference: string): Promise<OpenConnection> {
    if (!system)
      throw problem.invalid(
        "This command runs without a server, so stored connections are not available. Use url, username and password.",
      );
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

/** Returns undefined if the field is absent or its value is empty. */
async function optionalValue(written: string | EnvVar | undefined, value: Reach["value"]): Promise<string | undefined> {
  if (written === undefined) return undefined;
  return (await value(written)) || undefined;
}
