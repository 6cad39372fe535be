// Storage for the content of artifacts. A store accepts a stream of any length and holds one piece in memory at a time.
import type { Kysely } from "kysely";
import type { DB } from "../db/tables.ts";

export interface ArtifactStore {
  name: "database" | "s3";
  write(id: string, pieces: AsyncIterable<Buffer>): Promise<void>;
  /** Reads the content from a byte on. */
  read(id: string, from: number): AsyncIterable<Buffer>;
  remove(id: string): Promise<void>;
}

/**
 * The size is small enough that dozens of downloads fit into memory, and large enough that one round trip per piece is
 * acceptable.
 */
export const chunkBytes = 512 * 1024;

export function databaseStore(db: Kysely<DB>): ArtifactStore {
  return {
    name: "database",
    async write(id, pieces) {
      let number = 0;
      for await (const content of inPieces(pieces, chunkBytes)) {
        await db.insertInto("artifact_chunks").values({ artifact_id: id, number, content }).execute();
        number += 1;
      }
    },
    async *read(id, from) {
      // All chunks but the last have the same size.
      const first = Math.floor(from / chunkBytes);
      for (let number = first; ; number += 1) {
        const chunk = await db
          .selectFrom("artifact_chunks")
          .select("content")
          .where("artifact_id", "=", id)
          .where("number", "=", number)
          .executeTakeFirst();
        if (!chunk) return;
        // A view: the driver returns a buffer.
        const { buffer, byteOffset, byteLength } = chunk.content;
        const skipped = number === first ? from % chunkBytes : 0;
        yield Buffer.from(buffer, byteOffset + skipped, Math.max(0, byteLength - skipped));
      }
    },
    // The foreign key deletes the chunks together with their artifact.
    async remove() {},
  };
}

/** Regroups the producer's chunks into pieces of equal size; the last piece may be shorter. */
export async function* inPieces(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    held.push(part);
    length += part.length;
    while (length >= size) {
      const all = Buffer.concat(held);
      yield all.subarray(0, size);
      const rest = all.subarray(size);
      held = [rest];
      length = rest.length;
    }
  }
  if (length > 0) yield Buffer.concat(held);
}
