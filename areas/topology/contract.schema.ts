import { z } from "zod";
import type { Topology } from "./model.ts";

const text = z
  .string()
  .max(2_000)
  .refine((value) => !value.includes("\0"), "must not contain a zero byte");
const componentId = z.guid("is not the id of a component").toLowerCase();

const yes = z
  .enum(["true", "false", "1", "0", ""], "must be true or false")
  .transform((value) => value !== "false" && value !== "0");

/** Clients send the word All if no filter is set. */
const choice = text.optional();

export const topology = {
  query: z.object({
    /** The component whose subtree is returned; without it, every component without a parent is returned. */
    id: componentId.optional(),
    owner: choice,
    /** Required labels: `k=v,k2=v2`. In all lists, a comma inside an item is written as `%2C`. */
    labels: choice,
    /**
     * Types: `a,b`; `!c` excludes a type. The status, which matches the status or the health, and the team use the same
     * notation.
     */
    type: choice,
    status: choice,
    team: choice,
    agent_id: z
      .union([z.literal("All").transform(() => undefined), z.guid("is not the id of an agent").toLowerCase()])
      .optional(),
    /** False excludes hidden components. */
    hidden: yes.optional(),
    /** The number of levels below the roots. */
    depth: z
      .string()
      .regex(/^\d{1,3}$/, "must be a whole number")
      .transform((value) => Math.min(Number(value), 50))
      .default(5),
    /** Returns one flat list of all selected components. */
    flatten: yes.optional(),
    /** name, type, status, updated_at, created_at, or `field:` and the name of a property. */
    sortBy: text.optional(),
    sortOrder: z.enum(["asc", "desc"], "must be asc or desc").optional(),
    /** Returns the components even if the ETag is still valid. */
    noCache: yes.optional(),
    /** The point in time to return, as a time or an age: `10m`, `2026-11-15T12:00:00Z`. */
    at: text.optional(),
  }),
  answer: z.object({
    components: z.array(z.custom<Topology>()),
    healthStatuses: z.array(z.string()),
    teams: z.array(z.string()),
    tags: z.record(z.string(), z.array(z.string())),
    types: z.array(z.string()),
  }),
};

const snapshotQuery = z.object({
  /** Includes related components, or the config items that are related to the item. */
  related: yes.optional(),
  /** The start of the included check runs and log lines, as a time or an age. Default: 15m. */
  start: text.optional(),
  end: text.optional(),
  /** The format of files with log lines: text or JSON. */
  logFormat: z.enum(["log", "json"], "must be log or json").default("log"),
});

/** A zip file. */
const zip = z.custom<Blob>();

export const snapshotTopology = { params: z.object({ id: componentId }), query: snapshotQuery, answer: zip };
export const snapshotConfig = {
  params: z.object({ id: z.guid("is not the id of a config item").toLowerCase() }),
  query: snapshotQuery,
  answer: zip,
};
