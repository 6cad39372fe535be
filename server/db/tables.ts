// The generated table types for Kysely: the types of columns in select, insert and update.
import type { ColumnType } from "kysely";
import type { Functions, Tables, Views } from "#generated/tables.ts";

interface Written {
  Row: object;
  Insert: object;
  Update: object;
}

type Columns<T extends Written> = {
  [Name in keyof T["Row"]]: ColumnType<
    T["Row"][Name],
    Name extends keyof T["Insert"] ? T["Insert"][Name] : never,
    Name extends keyof T["Update"] ? T["Update"][Name] : never
  >;
};

type ReadOnly<T extends { Row: object }> = {
  [Name in keyof T["Row"]]: ColumnType<T["Row"][Name], never, never>;
};

export type DB = { [Name in keyof Tables]: Columns<Tables[Name]> } & { [Name in keyof Views]: ReadOnly<Views[Name]> };

export type Row<Name extends keyof (Tables & Views)> = (Tables & Views)[Name]["Row"];

export type { Functions, Tables, Views };
