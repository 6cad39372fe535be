// The TLS modes of database connections, named as in PostgreSQL. The values of other databases are mapped to them.
import type { ConnectionOptions } from "node:tls";
import { ConnectionFailure } from "./failure.ts";
import type { OpenConnection } from "./open-connection.ts";
import { tlsOptionsOf } from "./session.ts";

export const tlsModes = ["disable", "prefer", "require", "verify-ca", "verify-full"] as const;

export type TlsMode = (typeof tlsModes)[number];

export function readTlsMode(name: string, word: string, meanings: Readonly<Record<string, TlsMode>>): TlsMode {
  const mode = meanings[word.toLowerCase()];
  if (mode) return mode;
  throw new ConnectionFailure(`The URL has an unknown ${name}`, `Use one of ${Object.keys(meanings).join(", ")}.`);
}

/** Returns false without TLS. Insecure TLS encrypts but accepts every certificate. */
export function tlsByMode(
  mode: TlsMode,
  host: string,
  connection: Pick<OpenConnection, "insecure_tls" | "certificate">,
): ConnectionOptions | false {
  if (mode === "disable") return false;
  const options = tlsOptionsOf(host, connection);
  if (mode === "prefer" || mode === "require") return { ...options, rejectUnauthorized: false };
  return mode === "verify-ca" ? { ...options, checkServerIdentity: () => undefined } : options;
}

/** Tries TLS first, then a connection without TLS if TLS is only preferred and the server does not offer it. */
export async function withTlsFallback<T>(
  mode: TlsMode,
  attempt: (mode: TlsMode) => Promise<T>,
  isWithoutTls: (error: unknown) => boolean,
): Promise<T> {
  try {
    return await attempt(mode);
  } catch (error) {
    if (!isWithoutTls(error)) throw error;
    if (mode === "prefer") return attempt("disable");
    throw new ConnectionFailure(
      "The server does not offer TLS",
      "Turn on TLS on the server, or do not require it in the URL.",
    );
  }
}
