// Chooses the database driver of a query.
import type { OpenConnection } from "#areas/connections/server/index.ts";

export const drivers = ["postgres", "mysql", "mssql", "clickhouse"] as const;
export type Driver = (typeof drivers)[number];

const bySign: readonly (readonly [sign: RegExp, driver: Driver])[] = [
  [/^postgres(?:ql)?:\/\/|^\s*(?:host|user|dbname|port)\s*=/i, "postgres"],
  [/^(?:mysql|mariadb):\/\/|@tcp\(|^tcp\(/i, "mysql"],
  [/^(?:sqlserver|mssql):\/\/|^\s*(?:server|data source)\s*=/i, "mssql"],
  [/^(?:clickhouse|https?):\/\//i, "clickhouse"],
];

const byType: Readonly<Record<string, Driver>> = { postgres: "postgres", mysql: "mysql", sql_server: "mssql" };

/** Chooses the driver by the URL, or else by the type of the connection. */
export const driverFor = ({ url, type }: Pick<OpenConnection, "url" | "type">): Driver | undefined =>
  bySign.find(([sign]) => sign.test(url ?? ""))?.[1] ?? byType[type];
