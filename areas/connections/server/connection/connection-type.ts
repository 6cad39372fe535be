// A connection type is one file: the fields of its form with their columns, and functions that build its address and
// test it. types/index.ts lists the types.
import { z } from "zod";
import type { Cluster } from "#server/env/env.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import type { Files } from "#server/files/allowed-files.ts";
import type { Kind } from "#server/kinds.ts";
import { filled } from "#server/spec/parts.ts";
import type { OpenConnection } from "./open-connection.ts";

/** Headings of the list in which the user chooses a type. */
export type Group =
  | "Databases"
  | "Cloud"
  | "Files"
  | "Code"
  | "Monitoring"
  | "Language models"
  | "Network and hosts"
  | "Messages";

/** The tools for a connection test. */
export interface Trial {
  /** For all network access. */
  outbound: Outbound;
  /** Used for all access to local folders. */
  files: Pick<Files, "list">;
  /** The cluster that the server runs in; undefined outside a cluster. */
  cluster?: Cluster | undefined;
  signal: AbortSignal;
  /** Whether to send a test message; otherwise only the credential is checked. */
  sends: boolean;
}

export interface ConnectionType extends Kind<z.ZodObject> {
  family: "connection";
  group: Group;
  /** Set if the type is only for sending messages. */
  isForMessages?: true;
  /** The type contains a path on this machine, so only administrators can write it. */
  readsFiles?: true;
  /** The type is not offered for new connections; existing connections keep working. */
  isHidden?: true;
  /**
   * Builds the address from the fields of the form. Secrets appear in it as `$(username)` and `$(password)`, which are
   * filled in when the connection is used.
   */
  url?: (form: Readonly<Record<string, string | undefined>>) => string;
  /**
   * Connects, verifies the credentials, and describes the server: "PostgreSQL 17.2, database orders, as ada".
   * References are resolved and templates are filled in. Throws a `ConnectionFailure`, or the driver's error, which
   * `failureOf` translates.
   */
  test?: (connection: OpenConnection, trial: Trial) => Promise<string>;
  /** The reason why the type cannot be tested, as a sentence for the user. */
  untested?: string;
}

/** The first two fields of every form. */
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
