// Converts a connection to its stored form. Credentials are encrypted; the address and the properties are stored twice:
// masked, and encrypted in full. A value that is sent back as *** keeps the stored value.
import { problem } from "#language/problem.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Row } from "#server/db/writes.ts";
import type { Secrets } from "#server/secrets.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { mask, shownUrl } from "./hidden.ts";
import { isSecretProperty } from "./known-types.ts";

export const credentials = ["username", "password", "certificate"] as const;

type Properties = Readonly<Record<string, string>>;

export interface Stored {
  id: string;
  name: string;
  namespace: string;
  type: string;
  url: string | null;
  username: string | null;
  password: string | null;
  certificate: string | null;
  sealed_url: string | null;
  sealed_properties: string | null;
  properties: Properties | null;
  insecure_tls: boolean;
}

const places = [...credentials, "sealed_url", "sealed_properties"] as const;

/** Encrypts a value with the data key of one connection. */
type Seal = (text: string, column: (typeof places)[number]) => string;

function sealFor(secrets: Secrets, id: string | undefined, stored: readonly Stored[]): Seal {
  const sealedTexts = stored.flatMap((item) => places.map((column) => item[column]));
  return (text, column) => {
    if (id === undefined) throw oneAtATime(column);
    const sealed = secrets.seal(text, { table: "connections", row: id, column }, sealedTexts);
    sealedTexts.push(sealed);
    return sealed;
  };
}

/** Builds the row to write. Secrets are encrypted for one connection, so a new connection gets its id here. */
export function sealRow(secrets: Secrets, row: Row, stored: readonly Stored[], verb: "insert" | "update"): Row {
  const sealed: Record<string, unknown> = verb === "insert" ? { ...row, id: row["id"] ?? newId() } : { ...row };
  const id = verb === "insert" ? (sealed["id"] as string) : stored.length === 1 ? stored[0]!.id : undefined;
  const seal = sealFor(secrets, id, stored);
  for (const column of credentials) {
    const value = sealed[column];
    if (typeof value !== "string") continue;
    if (value !== mask) sealed[column] = seal(value, column);
    else if (stored.length === 0) throw nothingToKeep(column);
    // An upsert writes all columns that it names, so a kept value is copied from the stored row.
    else if (stored.length === 1) sealed[column] = stored[0]![column];
    else delete sealed[column];
  }
  if (sealed["url"] !== undefined) sealUrl(seal, sealed, stored);
  if (sealed["properties"] !== undefined) sealProperties(secrets, seal, sealed, stored);
  return sealed;
}

function sealUrl(seal: Seal, row: Record<string, unknown>, stored: readonly Stored[]): void {
  const url = row["url"] as string | null;
  if (url?.includes(mask)) {
    if (stored.length !== 1 || (url !== mask && url !== stored[0]!.url))
      throw problem.badParts([{ path: "url", message: `contains ${mask}: send it in full, or unchanged` }]);
    row["url"] = stored[0]!.url;
    row["sealed_url"] = stored[0]!.sealed_url;
    return;
  }
  const shown = url === null ? null : shownUrl(url, typeOf(row, stored));
  row["url"] = shown;
  row["sealed_url"] = url === null || shown === url ? null : seal(url, "sealed_url");
}

const typeOf = (row: Row, stored: readonly Stored[]) =>
  typeof row["type"] === "string" ? row["type"] : (stored[0]?.type ?? "");

function sealProperties(secrets: Secrets, seal: Seal, row: Record<string, unknown>, stored: readonly Stored[]): void {
  const sent = (row["properties"] ?? {}) as Properties;
  const kept = stored.length === 1 ? openProperties(secrets, stored[0]!) : {};
  const type = typeOf(row, stored);
  const hidden: Record<string, string> = {};
  const shown: Record<string, string> = {};
  for (const [key, value] of Object.entries(sent)) {
    const isHidden = value === mask || (isSecretProperty(type, key) && value !== "");
    shown[key] = isHidden ? mask : value;
    if (!isHidden) continue;
    if (value === mask && !Object.hasOwn(kept, key)) throw nothingToKeep(`properties.${key}`);
    hidden[key] = value === mask ? kept[key]! : value;
  }
  row["properties"] = row["properties"] === null ? null : shown;
  row["sealed_properties"] =
    Object.keys(hidden).length === 0 ? null : seal(JSON.stringify(hidden), "sealed_properties");
}

const openProperties = (secrets: Secrets, stored: Stored): Properties =>
  JSON.parse(opened(secrets, stored, "sealed_properties") ?? "{}") as Properties;

function opened(secrets: Secrets, stored: Stored, column: (typeof places)[number]): string | null {
  const sealed = stored[column];
  return sealed === null ? null : secrets.open(sealed, { table: "connections", row: stored.id, column });
}

const oneAtATime = (path: string) =>
  problem.badParts([
    {
      path: path.replace("sealed_", ""),
      message: "contains a secret, which can be written to only one connection at a time",
    },
  ]);

const nothingToKeep = (path: string) =>
  problem.badParts([{ path, message: `is ${mask}, which keeps the stored value, but no value is stored` }]);

/** Decrypts a stored connection. The result is for the server only and never part of a response. */
export function openConnection(secrets: Secrets, row: Stored): OpenConnection & { id: string } {
  return {
    id: row.id,
    name: row.name,
    namespace: row.namespace,
    type: row.type,
    insecure_tls: row.insecure_tls,
    url: opened(secrets, row, "sealed_url") ?? row.url,
    username: opened(secrets, row, "username"),
    password: opened(secrets, row, "password"),
    certificate: opened(secrets, row, "certificate"),
    properties: { ...row.properties, ...openProperties(secrets, row) },
  };
}
