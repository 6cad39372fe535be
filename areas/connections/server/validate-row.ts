// A row as it is written, held against the fields of its type, and with the address that they make.
//
// What is said must be right; what is not said is the form's matter. A row may be written in parts, credentials may stand in
// the address or come from the machine, and a connection may be there for its credentials alone: the door cannot tell what
// is missing. The exception is an address that has to be made: then all required fields must be there, because one with
// holes in it leads nowhere.
import { problem } from "#language/problem.ts";
import type { Row } from "#server/db/writes.ts";
import type { ConnectionType } from "./connection-type.ts";
import { badPartsOf, formOf, missingOf, type Parts } from "./form.ts";
import { mask } from "./hidden.ts";
import { typeNamed } from "./known-types.ts";
import { badTemplatesOf } from "./templates.ts";

/** What is stored, opened, with the address as it is shown. */
export interface Before extends Parts {
  type: string;
  shownUrl: string | null;
}

const partNames = ["url", "username", "password", "certificate", "insecure_tls", "properties"] as const;

export function judged(row: Row, before: readonly Before[]): Row {
  // Who renames a connection, or deletes it, says nothing about what it leads to.
  if (!["type", ...partNames].some((name) => row[name] !== undefined)) return row;
  const made = new Set<string>();
  for (const was of before.length === 0 ? [undefined] : before) {
    const named = (row["type"] as string | undefined) ?? was?.type ?? "";
    const unreadable = badTemplatesOf(named, given(row));
    if (unreadable.length > 0) throw problem.badParts(unreadable);
    const type = typeNamed(named);
    if (!type) continue;
    const isNew = was === undefined || was.type !== type.type;
    const parts = merged(row, was);
    const bad = badPartsOf(type, isNew ? parts : given(row));
    if (bad.length > 0) throw problem.badParts(bad);
    const url = addressOf(type, { row, parts, was: isNew ? undefined : was });
    if (url !== undefined) made.add(url);
  }
  if (made.size === 0) return row;
  if (before.length > 1)
    throw problem.badParts([
      { path: "url", message: "is made from the fields of each connection: change one at a time" },
    ]);
  return { ...row, url: [...made][0] };
}

/** The address that is to be written; undefined when it stays, or the writer says it himself. */
function addressOf(
  type: ConnectionType,
  { row, parts, was }: { row: Row; parts: Parts; was: Before | undefined },
): string | undefined {
  if (!type.url) return undefined;
  const said = row["url"];
  // A client that sends a row back whole says nothing by an address that it was shown.
  if (typeof said === "string" && said !== mask && said !== was?.shownUrl) return undefined;
  const url = type.url(formOf(type, parts));
  if (was !== undefined && was.url !== null && said !== null && url === type.url(formOf(type, was))) return undefined;
  const missing = missingOf(type, parts);
  if (missing.length > 0)
    throw problem.badParts(missing.map((path) => ({ path, message: "is required: the address is made from it" })));
  return url;
}

/** What this write says, without what it keeps. */
function given(row: Row): Partial<Parts> {
  const { properties, ...columns } = Object.fromEntries(
    partNames.map((name) => [name, row[name]]),
  ) as unknown as Partial<Parts>;
  const isSaid = ([, value]: [string, unknown]) => value !== mask;
  return {
    ...Object.fromEntries(Object.entries(columns).filter(isSaid)),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).filter(isSaid)) }),
  };
}

/** The row as it will be. */
function merged(row: Row, was: Before | undefined): Parts {
  const now = <Name extends (typeof partNames)[number]>(name: Name): Parts[Name] | undefined => {
    const said = row[name] as Parts[Name] | undefined;
    return said === undefined || (said as unknown) === mask ? was?.[name] : said;
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
