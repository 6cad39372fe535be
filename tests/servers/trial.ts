// Tests a connection with the values of its form, in the same way as the product.
import { z } from "zod";
import { attempt } from "#areas/connections/server/attempt.ts";
import { failureOf } from "#areas/connections/server/connection/failure.ts";
import type { OpenConnection } from "#areas/connections/server/connection/open-connection.ts";
import type { ConnectionType } from "#areas/connections/server/connection/connection-type.ts";
import { connectionTypes } from "#areas/connections/server/types/index.ts";
import type { FieldMarks } from "#language/field-marks.ts";
import { createFiles } from "#server/files/allowed-files.ts";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import { waitMs } from "../support/time-limits.ts";

export type Form = Readonly<Record<string, string | number | boolean>>;

export interface TrialResult {
  /** The description of the reached target. */
  reached?: string;
  /** The error message. */
  failed?: string;
  fix?: string | undefined;
}

export function typeNamed(name: string): ConnectionType {
  const found = connectionTypes.find(({ type }) => type === name);
  if (!found) throw new Error(`There is no connection type ${name}`);
  return found;
}

export interface Circumstances {
  sends?: boolean;
  signal?: AbortSignal;
  /** Folders that the operator allows to read. */
  folders?: readonly string[];
  /** Columns without a field in the form. */
  columns?: Partial<OpenConnection>;
}

export async function tryOut(name: string, form: Form, circumstances: Circumstances = {}): Promise<TrialResult> {
  const { sends = false, signal = AbortSignal.timeout(waitMs), columns = {}, folders = [] } = circumstances;
  const files = createFiles({ allowDirectories: [...folders], dataDir: "/nowhere", secretsDir: undefined });
  const type = typeNamed(name);
  const connection = { ...openAs(type, form), ...columns };
  try {
    return { reached: await attempt(type, connection, { outbound: createOutbound(), files, signal, sends }) };
  } catch (thrown) {
    const { message, fix } = failureOf(thrown);
    return { failed: message, fix };
  }
}

/** Stores each field in its column, builds the URL, and replaces its credential placeholders. */
function openAs(type: ConnectionType, form: Form): OpenConnection {
  const filled = type.spec.parse({ name: "tried", ...form }) as Record<string, string | number | boolean | undefined>;
  const row: Record<string, unknown> = {};
  const properties: Record<string, string> = {};
  const { properties: fields = {} } = z.toJSONSchema(type.spec, { io: "input" });
  for (const [key, field] of Object.entries(fields)) {
    const { kept } = field as FieldMarks;
    const value = filled[key];
    if (kept === undefined) throw new Error(`${type.type}: the field ${key} has no column`);
    if (value === undefined) continue;
    if (kept.startsWith("properties.")) properties[kept.slice("properties.".length)] = String(value);
    else row[kept] = value;
  }
  const texts = Object.fromEntries(
    Object.entries(filled).map(([key, value]) => [key, value === undefined ? undefined : String(value)]),
  );
  const url = type.url?.(texts) ?? (row["url"] as string | undefined);

  return {
    id: "00000000-0000-0000-0000-000000000000",
    name: "tried",
    namespace: "default",
    type: type.type,
    username: (row["username"] as string | undefined) ?? null,
    password: (row["password"] as string | undefined) ?? null,
    certificate: (row["certificate"] as string | undefined) ?? null,
    insecure_tls: row["insecure_tls"] === true,
    properties,
    url:
      url?.replaceAll(/\$\((username|password)\)/g, (_, key: string) => encodeURIComponent(texts[key] ?? "")) ?? null,
  };
}
