// Validates a written row against the fields of its type, and builds the address. Only present values are validated;
// the form enforces required fields. A row may be written in parts, credentials may be in the address or come from the
// machine, and a connection may exist only for its credentials, so the server cannot determine which values are
// missing. The exception is a type whose address is built from its fields: then all required fields must be present,
// because an incomplete address is useless.
import { problem } from "#language/problem.ts";
import type { Row } from "#server/db/writes.ts";
import type { ConnectionType } from "../connection/connection-type.ts";
import { badPartsOf, formOf, missingOf } from "../connection/form.ts";
import type { Parts } from "../connection/open-connection.ts";
import { mask } from "./hidden.ts";
import { typeNamed } from "./known-types.ts";
import { badTemplatesOf } from "./templates.ts";

/** The stored row with its secrets, and its address in masked form. */
export interface Before extends Parts {
  type: string;
  shownUrl: string | null;
}

const partNames = ["url", "username", "password", "certificate", "insecure_tls", "properties"] as const;

export function validatedRow(row: Row, before: readonly Before[]): Row {
  // Renaming or deleting a connection does not change the values that are validated.
  if (!["type", ...partNames].some((name) => row[name] !== undefined)) return row;
  const urls = new Set<string>();
  for (const was of before.length === 0 ? [undefined] : before) {
    const named = (row["type"] as string | undefined) ?? was?.type ?? "";
    const unreadable = badTemplatesOf(named, writtenParts(row));
    if (unreadable.length > 0) throw problem.badParts(unreadable);
    const type = typeNamed(named);
    if (!type) continue;
    const isNew = was === undefined || was.type !== type.type;
    const parts = merged(row, was);
    const bad = badPartsOf(type, isNew ? parts : writtenParts(row));
    if (bad.length > 0) throw problem.badParts(bad);
    const url = addressOf(type, { row, parts, was: isNew ? undefined : was });
    if (url !== undefined) urls.add(url);
  }
  if (urls.size === 0) return row;
  if (before.length > 1)
    throw problem.badParts([
      { path: "url", message: "is built from the fields of each connection, so only one can be changed at a time" },
    ]);
  return { ...row, url: [...urls][0] };
}

/** Returns the address to write; undefined if it stays the same or the request sets it. */
function addressOf(
  type: ConnectionType,
  { row, parts, was }: { row: Row; parts: Parts; was: Before | undefined },
): string | undefined {
  if (!type.url) return undefined;
  const sent = row["url"];
  // A client that sends the whole row back repeats the masked address that it read.
  if (typeof sent === "string" && sent !== mask && sent !== was?.shownUrl) return undefined;
  const url = type.url(formOf(type, parts));
  if (was !== undefined && was.url !== null && sent !== null && url === type.url(formOf(type, was))) return undefined;
  const missing = missingOf(type, parts);
  if (missing.length > 0)
    throw problem.badParts(
      missing.map((path) => ({ path, message: "is required, because the address is built from it" })),
    );
  return url;
}

/** Returns the parts that this request writes, without the parts that are kept. */
function writtenParts(row: Row): Partial<Parts> {
  const { properties, ...columns } = Object.fromEntries(
    partNames.map((name) => [name, row[name]]),
  ) as unknown as Partial<Parts>;
  const isWritten = ([, value]: [string, unknown]) => value !== mask;
  return {
    ...Object.fromEntries(Object.entries(columns).filter(isWritten)),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).filter(isWritten)) }),
  };
}

/** Returns the parts of the row after the write. */
function merged(row: Row, was: Before | undefined): Parts {
  const now = <Name extends (typeof partNames)[number]>(name: Name): Parts[Name] | undefined => {
    const sent = row[name] as Parts[Name] | undefined;
    return sent === undefined || (sent as unknown) === mask ? was?.[name] : sent;
  };
  const properties = Object.entries(now("properties") ?? {}).map(([key, value]) => [
    key,
    value === mask ? (was?.properties[key] ?? value) : value,
  ]);
  return {
    url: now("url") ?? null,
    username: now("username") ?? null,
    password: now("password") ?? null,
    certificate: now("certificate") ?? null,
    insecure_tls: now("insecure_tls") ?? false,
    properties: Object.fromEntries(properties) as Parts["properties"],
  };
}
