// A type of connection is one file: the fields of its form and where each is kept, how its address is made, and how it is
// tried out. types/index.ts lists them.
import { z } from "zod";
import type { Cluster } from "#server/env.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import type { Files } from "#server/files/allowed-files.ts";
import type { Kind } from "#server/kinds.ts";
import { filled } from "#server/spec/parts.ts";
import type { OpenConnection } from "./sealed.ts";

/** What types stand under where one is chosen. */
export type Group =
  | "Databases"
  | "Cloud"
  | "Files"
  | "Code"
  | "Monitoring"
  | "Language models"
  | "Network and hosts"
  | "Messages";

/** What a trial is made with. */
export interface Trial {
  /** The only way out. */
  outbound: Outbound;
  /** The only way to folders of this machine. */
  files: Pick<Files, "list">;
  /** The cluster that the server runs in, where it does. */
  cluster?: Cluster | undefined;
  signal: AbortSignal;
  /** Whether a message may really be sent; otherwise the credential is only asked about. */
  sends: boolean;
}

export interface ConnectionType extends Kind<z.ZodObject> {
  family: "connection";
  group: Group;
  /** Good for sending messages and nothing else. */
  isForMessages?: true;
  /** It names a place on this machine, so only administrators write one. */
  readsFiles?: true;
  /** Not offered to choose; what is there works. */
  isHidden?: true;
  /**
   * The address, from the fields of the form by their names. Secrets stand in it as `$(username)` and `$(password)`, and are
   * filled in when it is used.
   */
  url?: (form: Readonly<Record<string, string | undefined>>) => string;
  /**
   * Connects, proves that the credentials hold, and says what was reached: "PostgreSQL 17.2, database orders, as ada".
   * References are resolved and the address is filled in. Throws a `ConnectionFailure`, or whatever the driver throws:
   * `failureOf` puts it into words.
   */
  test?: (connection: OpenConnection, trial: Trial) => Promise<string>;
  /** Why there is no test, as a sentence for who asks for one. */
  untested?: string;
}

/** Every form begins with these two. */
const identity = {
  name: filled.meta({ label: "Name", kept: "name" }),
  namespace: filled.default("default").meta({ label: "Namespace", kept: "namespace" }),
};

export const connectionType = ({
  fields,
  ...rest
}: Omit<ConnectionType, "family" | "spec"> & { fields: z.ZodRawShape }): ConnectionType => ({
  family: "connection",
  ...rest,
  spec: z.object({ ...identity, ...fields }),
});
