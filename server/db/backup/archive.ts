// The format of a backup file: a compressed tar of
//   quarterdeck.json   first: versions and time of the backup
//   secret.key         the key for stored secrets, unless it is kept elsewhere
//   postgres/…         the cluster
//   checksums.json     last: every preceding file with its size and SHA-256; if it is missing, the file is incomplete
import { z } from "zod";

export const LABEL_NAME = "quarterdeck.json";
export const KEY_NAME = "secret.key";
export const CLUSTER_PREFIX = "postgres/";
export const CHECKSUMS_NAME = "checksums.json";

export const Label = z.object({
  format: z.literal("quarterdeck backup 1"),
  quarterdeck: z.string(),
  /** The version, for example 18.4. Other major versions cannot read the cluster. */
  postgres: z.string(),
  created_at: z.iso.datetime(),
});
export type Label = z.infer<typeof Label>;

export const Checksums = z.record(z.string(), z.object({ size: z.int().min(0), sha256: z.hex().length(64) }));
export type Checksums = z.infer<typeof Checksums>;
