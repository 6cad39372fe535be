// How something that acts by itself gets to what it is about: the connection that its spec refers to, in its own name, and what
// the spec says itself.
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub.ts";
import { exceptHostOf } from "../hidden.ts";
import type { OpenConnection } from "../sealed.ts";
import { addressConnection, resolveConnection, resolveValue } from "./resolve-connection.ts";
import type { Automation } from "./subject.ts";
import type { EnvVar } from "./value-reference.ts";

/** How a spec names a server: by a connection, or by its address and who signs in there. */
export interface Reaching {
  connection?: string | undefined;
  url?: string | undefined;
  username?: string | EnvVar | undefined;
  password?: string | EnvVar | undefined;
  /** As forms and older manifests nest them. */
  authentication?: NestedCredentials | undefined;
  auth?: NestedCredentials | undefined;
}

interface NestedCredentials {
  username?: string | EnvVar | undefined;
  password?: string | EnvVar | undefined;
}

/** User and password, wherever the spec writes them. */
export const credentialsIn = ({ username, password, authentication, auth }: Reaching): NestedCredentials => ({
  username: username ?? authentication?.username ?? auth?.username,
  password: password ?? authentication?.password ?? auth?.password,
});

export interface Reach {
  /** The connection that a spec refers to, filled in; what the spec says itself wins, field by field. */
  connection(reaching: Reaching): Promise<OpenConnection>;
  /** A value, or what it refers to. */
  value(value: string | EnvVar): Promise<string>;
}

export interface ReachOptions {
  subject: Automation;
  namespace: string;
  scrubber: Scrubber;
  /** What for, in a word: check, scrape. */
  purpose: string;
  /** Where connections are kept; undefined where there is no server. */
  system: Pick<System, "db" | "env" | "outbound" | "secrets"> | undefined;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Anything else stands for itself, in whatever form drivers read it. */
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
      const user = await said(username, (text) => resolveValue(around, text, { namespace, scrubber: aboutUser }));
      const word = await said(password, value);
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
