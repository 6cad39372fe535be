// Connections are written in the clear and stored sealed.
import { z } from "zod";
import { door, name } from "#server/db/door.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Row, WriteDoors } from "#server/db/writes.ts";
import { sealRow, type Stored } from "./sealed.ts";

const reference = z.object({ name: z.string().min(1), key: z.string().min(1) });

const emptyIsNull = (text: string | null) => (text === "" ? null : text);

/** A value, or where it is found: as text, or in the words of check and scraper specs. */
const credential = z
  .union(
    [
      z.string(),
      z.strictObject({ value: z.string() }).transform(({ value }) => value),
      z
        .strictObject({ valueFrom: z.strictObject({ secretKeyRef: reference }) })
        .transform(({ valueFrom: { secretKeyRef: at } }) => `secret://${at.name}/${at.key}`),
      z
        .strictObject({ valueFrom: z.strictObject({ configMapKeyRef: reference }) })
        .transform(({ valueFrom: { configMapKeyRef: at } }) => `configmap://${at.name}/${at.key}`),
    ],
    "must be a text, or a valueFrom with a secretKeyRef or a configMapKeyRef",
  )
  .nullable()
  .transform(emptyIsNull)
  .optional();

const shape = z.object({
  name,
  namespace: z.string().trim().min(1, "is required").optional(),
  type: z.string("is required").trim().min(1, "is required"),
  url: z.string("must be a text").nullable().transform(emptyIsNull).optional(),
  username: credential,
  password: credential,
  certificate: credential,
  properties: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String), "must be an object of texts")
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
        .select(["id", "type", "url", "username", "password", "certificate", "sealed_url", "sealed_properties"])
        .where(
          "id",
          "in",
          before.map((row) => row["id"] as string),
        )
        .execute();

export const connectionWrites: WriteDoors = {
  connections: door({
    shape,
    async prepare({ tx, verb, secrets }, rows, before) {
      if (verb === "delete") return rows;
      const stored = await storedOf(tx, before);
      return rows.map((row) =>
        sealRow(secrets, row, verb === "update" ? stored : stored.filter(({ id }) => id === row["id"]), verb),
      );
    },
  }),
};
