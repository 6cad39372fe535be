// The parts of `tedious`, the optional SQL Server driver, that we use. Its own types are available only if it is
// installed.
import type { SecureContextOptions } from "node:tls";
import { optionalDriver } from "#server/optional-driver.ts";
import { DriverMissing } from "../connection/failure.ts";
import type { Flow } from "./row-stream.ts";

export interface TediousConnection {
  on(event: "error", listener: () => void): void;
  connect(done: (error?: Error) => void): void;
  execSqlBatch(request: TediousRequest): void;
  close(): void;
}

export interface TediousRequest extends Flow {
  on(event: "row", listener: (columns: TediousColumn[]) => void): void;
  on(event: "columnMetadata", listener: (columns: { colName: string }[]) => void): void;
}

export interface TediousColumn {
  value: unknown;
  metadata: { colName: string };
}

/** https://tediousjs.github.io/tedious/api-connection.html */
export interface TediousConfiguration {
  server: string;
  authentication: { type: "default"; options: { userName: string; password: string } };
  options: {
    connector: () => Promise<unknown>;
    port: number;
    appName: string;
    encrypt: boolean | "strict";
    trustServerCertificate: boolean;
    cryptoCredentialsDetails?: Pick<SecureContextOptions, "ca">;
    database: string | undefined;
    connectTimeout: number;
    requestTimeout: number;
    textsize: number;
    maxRetriesOnTransientErrors: number;
  };
}

export interface Tedious {
  Connection: new (configuration: TediousConfiguration) => TediousConnection;
  Request: new (sql: string, done: (error?: Error | null, rowCount?: number) => void) => TediousRequest;
}

export const tedious = optionalDriver<Tedious>("tedious");

/** Throws `DriverMissing` while the driver is not installed. */
export function loadTedious(): Tedious {
  const command = tedious.installCommand();
  if (command !== undefined) throw new DriverMissing("SQL Server", command);
  return tedious.load();
}
