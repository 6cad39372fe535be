// Connections are written in the clear and stored sealed, each part held against the fields of its type.
import { z } from "zod";
import { door, name } from "#server/db/door.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Row, WriteDoors } from "#server/db/writes.ts";
import type { Secrets } from "#server/secrets.ts";
import { onlyAdmins } from "#server/exec/only-admins.ts";
import { judged, type Before } from "./judged.ts";
import { typeNamed } from "./known-types.ts";
import { asText } from "./resolve/value-reference.ts";
import { openConnection, sealRow, type Stored } from "./sealed.ts";

const reference = z.object({ name: z.string().min(1), key: z.string().min(1) });
const called = { name: z.string().optional() };

const emptyIsNull = (text: string | null) => (text === "" ? null : text);

/** A value, or where it is found: as text, or in the words of check and scraper specs. */
const credential = z
  .union(
    [
      z.string(),
      z.strictObject({ ...called, value: z.string() }),
      z.strictObject({ ...called, valueFrom: z.strictObject({ secretKeyRef: reference }) }),
      z.strictObject({ ...called, valueFrom: z.strictObject({ configMapKeyRef: reference }) }),
      // These lead nowhere yet, and say so when they are used.
      z.strictObject({ ...called, valueFrom: z.strictObject({ helmRef: reference }) }),
      z.strictObject({ ...called, valueFrom: z.strictObject({ serviceAccount: z.string().min(1) }) }),
    ],
    "must be a text, or a valueFrom with a secretKeyRef or a configMapKeyRef",
  )
  .nullable()
  .transform((value) => emptyIsNull(value === null ? null : asText(value)))
  .optional();

const property = z.union([z.string(), z.number(), z.boolean()], "must be a text").transform(String);

const shape = z.object({
  name,
  namespace: z.string().trim().min(1, "is required").optional(),
  type: z.string("is required").trim().min(1, "is required"),
  url: z.string("must be a text").nullable().transform(emptyIsNull).optional(),
  username: credential,
  password: credential,
  certificate: credential,
  properties: z
    .record(z.string(), property.nullish(), "must be an object of texts")
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

/** What cannot be opened any more is written anew: it counts as set, and as nothing that an address can be made from. */
function opened(secrets: Secrets, stored: Stored): Before {
  const { type, url: shownUrl } = stored;
  try {
    return { ...openConnection(secrets, stored), type, shownUrl };
  } catch {
    return { ...stored, properties: stored.properties ?? {}, type, shownUrl };
  }
}

export const connectionWrites: WriteDoors = {
  connections: door({
    shape,
    async prepare({ tx, actor, verb, secrets }, rows, before) {
      if (verb === "delete") return rows;
      const stored = await storedOf(tx, before);
      const types = [...rows.map((row) => row["type"]), ...stored.map(({ type }) => type)];
      if (types.some((type) => typeof type === "string" && typeNamed(type)?.readsFiles))
        onlyAdmins(actor, { what: "file" });
      return rows.map((row) => {
        const touched = verb === "update" ? stored : stored.filter(({ id }) => id === row["id"]);
        const before = touched.map((one) => opened(secrets, one));
        return sealRow(secrets, judged(row, before), touched, verb);
      });
    },
  }),
};
