// Storage for the content of artifacts. A store accepts a stream of any length and holds one piece in memory at a time.
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { DB } from "../db/tables.ts";

export interface ArtifactStore {
  name: "database" | "s3";
  write(id: string, pieces: AsyncIterable<Buffer>): Promise<void>;
  /** Copies content from rows of the database, if the store is in the database. */
  copy?(id: string, rows: RawBuilder<unknown>, size: number): Promise<void>;
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
    async copy(id, rows, size) {
      for (let number = 0; number * chunkBytes < size; number += 1) {
        const [from, to] = [number * chunkBytes, Math.min(size, (number + 1) * chunkBytes)];
        // A gap in the rows makes the chunk too short, and the column refuses the null.
        await sql`
          insert into artifact_chunks (artifact_id, number, content)
          select ${id}::uuid, ${number}::int,
                 case when sum(length(c.part)) = ${to - from}::bigint then string_agg(c.part, ''::bytea order by c.at) end
          from   (
            select p.at, substring(
                     p.content from (greatest(${from}::bigint - p.at, 0) + 1)::int
                     for (least(p.at + length(p.content), ${to}::bigint) - greatest(p.at, ${from}::bigint))::int
                   ) as part
            from   (${rows}) p
            where  p.at < ${to}::bigint and p.at + length(p.content) > ${from}::bigint
          ) c`.execute(db);
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
        // The content is a view of a buffer of the driver, so it is not copied.
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
