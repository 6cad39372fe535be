// Tests a connection and summarises the result in one sentence.
import type { ConnectionType } from "#areas/connections/server/connection/connection-type.ts";
import { failureOf } from "#areas/connections/server/connection/failure.ts";
import type { OpenConnection } from "#areas/connections/server/connection/open-connection.ts";
import { createFiles } from "../../server/files/allowed-files.ts";
import type { Outbound } from "../../server/outbound/outbound.ts";

export type Parts = Partial<Omit<OpenConnection, "id" | "name" | "namespace" | "type">>;

const empty = {
  url: null,
  username: null,
  password: null,
  certificate: null,
  properties: {},
  insecure_tls: false,
};

/** No tested connection reads a folder. */
const files = createFiles({ allowDirectories: [], dataDir: "/nowhere", secretsDir: undefined });

/** Returns the reached target, or `message → fix`. */
export async function tried(
  type: ConnectionType,
  parts: Parts,
  { outbound, sends = false }: { outbound: Outbound; sends?: boolean },
): Promise<string> {
  const connection = { id: "1", name: "test", namespace: "default", type: type.type, ...empty, ...parts };
  try {
    return await type.test!(connection, { outbound, files, sends, signal: new AbortController().signal });
  } catch (error) {
    const { message, fix } = failureOf(error);
    return `${message} → ${fix}`;
  }
}
