// Validates written connections against the fields of their type, and encrypts their secrets.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { writeHook, name } from "#server/db/write-hook.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Row, WriteContext, WriteHooks } from "#server/db/writes.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Secrets } from "#server/secrets.ts";
import { onlyAdmins } from "#server/exec/only-admins.ts";
import { validatedRow, type Before } from "./validate-row.ts";
import { typeNamed } from "./known-types.ts";
import { asText } from "../connection/value-reference.ts";
import { openConnection, sealRow, type Stored } from "./sealed.ts";

const reference = z.object({ name: z.string().min(1), key: z.string().min(1) });
const optionalName = { name: z.string().optional() };

const emptyIsNull = (text: string | null) => (text === "" ? null : text);

/** A value or a reference, as a string or in the notation of check and scraper specs. */
const credential = z
  .union(
    [
      z.string(),
      z.strictObject({ ...optionalName, value: z.string() }),
      z.strictObject({ ...optionalName, valueFrom: z.strictObject({ secretKeyRef: reference }) }),
      z.strictObject({ ...optionalName, valueFrom: z.strictObject({ configMapKeyRef: reference }) }),
      // helmRef is accepted but not supported yet: using such a value is an error.
      z.strictObject({ ...optionalName, valueFrom: z.strictObject({ helmRef: reference }) }),
      z.strictObject({ ...optionalName, valueFrom: z.strictObject({ serviceAccount: z.string().min(1) }) }),
    ],
    "must be a string, or a valueFrom with a secretKeyRef or a configMapKeyRef",
  )
  .nullable()
  .transform((value) => emptyIsNull(value === null ? null : asText(value)))
  .optional();

const property = z.union([z.string(), z.number(), z.boolean()], "must be a string").transform(String);

/** The body of a write to `connections`. */
export const connectionShape = z.object({
  name,
  namespace: z.string().trim().min(1, "is required").optional(),
  type: z.string("is required").trim().min(1, "is required"),
  url: z.string("must be a string").nullable().transform(emptyIsNull).optional(),
  username: credential,
  password: credential,
  certificate: credential,
  properties: z
    .record(z.string(), property.nullish(), "must be an object with string values")
    .transform(
      (properties) =>
        Object.fromEntries(Object.entries(properties).filter(([, value]) => (value ?? null) !== null)) as Record<
          string,
          string
        >,
    )
    .nullable()
    .optional(),
  insecure_tls: z
    .boolean("must be true or false")
    .nullable()
    .transform((value) => value ?? false)
    .optional(),
});

const storedOf = async (tx: Tx, before: readonly Row[]): Promise<Stored[]> =>
  before.length === 0
    ? []
    : tx
        .selectFrom("connections")
        .select(["id", "name", "namespace", "type", "url", "username", "password", "certificate"])
        .select(["sealed_url", "sealed_properties", "properties", "insecure_tls"])
        .where(
          "id",
          "in",
          before.map((row) => row["id"] as string),
        )
        .execute();

/** Values that can no longer be decrypted count as set, but no address can be built from them. */
function opened(secrets: Secrets, stored: Stored): Before {
  const { type, url: shownUrl } = stored;
  try {
    return { ...openConnection(secrets, stored), type, shownUrl };
  } catch {
    return { ...stored, properties: stored.properties ?? {}, type, shownUrl };
  }
}

/** Only administrators can write types that contain a path on this machine. */
function refuseFiles(actor: Actor, rows: readonly Row[], stored: readonly Stored[]): void {
  const types = [...rows.map((row) => row["type"]), ...stored.map(({ type }) => type)];
  if (types.some((type) => typeof type === "string" && typeNamed(type)?.readsFiles))
    onlyAdmins(actor, { what: "file" });
}

const sealed = (secrets: Secrets, row: Row, stored: readonly Stored[], verb: "insert" | "update"): Row =>
  sealRow(
    secrets,
    validatedRow(
      row,
      stored.map((item) => opened(secrets, item)),
    ),
    stored,
    verb,
  );

/**
 * Returns the row that a write would store, without storing it: parsed, validated and encrypted, based on the stored
 * row. Values that a save refuses are also refused here.
 */
export function unsavedRow(
  { secrets, actor }: Pick<WriteContext, "secrets" | "actor">,
  sent: Row,
  before?: Stored,
): Stored {
  const unknown = Object.keys(sent).filter((column) => !Object.hasOwn(connectionShape.shape, column));
  if (unknown.length > 0)
    throw problem.badParts(unknown.map((path) => ({ path, message: "is not allowed in a test" })));
  const verb = before ? "update" : "insert";
  const row = connectionWrites["connections"]!.parse!(sent, { actor, relation: "connections", verb });
  const stored = before ? [before] : [];
  refuseFiles(actor, [row], stored);
  return { ...emptyRow, ...before, ...sealed(secrets, row, stored, verb) } as Stored;
}

const emptyRow = {
  namespace: "default",
  url: null,
  username: null,
  password: null,
  certificate: null,
  sealed_url: null,
  sealed_properties: null,
  properties: null,
  insecure_tls: false,
};

export const connectionWrites: WriteHooks = {
  connections: writeHook({
    shape: connectionShape,
    async prepare({ tx, actor, verb, secrets }, rows, before) {
      if (verb === "delete") return rows;
      const stored = await storedOf(tx, before);
      refuseFiles(actor, rows, stored);
      return rows.map((row) => {
        const touched = verb === "update" ? stored : stored.filter(({ id }) => id === row["id"]);
        return sealed(secrets, row, touched, verb);
      });
    },
  }),
};
