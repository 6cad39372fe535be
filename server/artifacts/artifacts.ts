// Files that runs produce. They are saved from a stream and opened as a stream; a failed save does not leave partial
// data.
import { createHash } from "node:crypto";
import type { RawBuilder } from "kysely";
import { problem } from "#language/problem.ts";
import type { Databases } from "../db/pool.ts";
import type { Row } from "../db/tables.ts";
import type { Env } from "../env/env.ts";
import { readS3Url, s3Store } from "./s3-store.ts";
import { databaseStore, type ArtifactStore } from "./store.ts";

export type Artifact = Row<"artifacts">;

export interface NewArtifact {
  path: string;
  filename: string;
  contentType?: string;
  expiresAt?: string;
  /** The playbook action that produced the artifact. */
  playbookRunActionId?: string;
}

/** Content that is already in the database. */
export interface StoredContent {
  /** A query for the columns `at`, the number of bytes before the row, and `content`. The rows have no gaps. */
  rows: RawBuilder<unknown>;
  size: number;
  /** The SHA-256 hash in hexadecimal. */
  checksum: string;
  read(): AsyncIterable<Buffer>;
}

export interface Artifacts {
  save(about: NewArtifact, content: AsyncIterable<Buffer>): Promise<Artifact>;
  /** Does the same as save; the content does not pass through this process if artifacts are kept in the database. */
  copy(about: NewArtifact, content: StoredContent): Promise<Artifact>;
  /** Stores the bytes of an artifact whose row exists. A failed attempt can be repeated. */
  fill(id: string, content: AsyncIterable<Buffer>): Promise<Artifact>;
  /** The content begins at the byte `from`. */
  open(id: string, from?: number): Promise<{ artifact: Artifact; content: AsyncIterable<Buffer> }>;
  remove(id: string): Promise<void>;
  /** Removes artifacts that expired, were deleted, or were left unfinished by a killed process. */
  prune(now?: Date): Promise<number>;
}

/** Writes the content of an artifact to the current store. */
type Write = (id: string) => Promise<{ size: number; checksum: string }>;

const unfinishedForMs = 24 * 60 * 60 * 1000;

export function createArtifacts({ env, db }: { env: Env; db: Databases }): Artifacts {
  const inDatabase = databaseStore(db.system);
  const inS3 = env.artifactsS3Url === undefined ? undefined : s3Store(readS3Url(env.artifactsS3Url));
  const current = inS3 ?? inDatabase;
  // Returns the store that an artifact was written to, whatever the current setting.
  const storeOf = ({ store, filename }: Artifact): ArtifactStore => {
    if (store === "database") return inDatabase;
    if (inS3) return inS3;
    throw problem.unavailable(`${filename} is in S3 storage, but ARTIFACTS_S3_URL is not set.`);
  };
  const rowsWhere = () => db.system.selectFrom("artifacts").selectAll();

  async function remove(artifact: Artifact): Promise<void> {
    await storeOf(artifact).remove(artifact.id);
    await db.system.deleteFrom("artifacts").where("id", "=", artifact.id).execute();
  }

  /** Writes the bytes, and completes the row. */
  async function complete(id: string, write: Write): Promise<Artifact> {
    try {
      const { size, checksum } = await write(id);
      return await db.system
        .updateTable("artifacts")
        .set({ size, checksum, completed_at: new Date().toISOString() })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
    } catch (error) {
      await current.remove(id).catch(() => {});
      throw error;
    }
  }

  async function create(
    { path, filename, contentType, expiresAt, playbookRunActionId }: NewArtifact,
    write: Write,
  ): Promise<Artifact> {
    const { id } = await db.system
      .insertInto("artifacts")
      .values({
        path,
        filename,
        store: current.name,
        expires_at: expiresAt ?? null,
        playbook_run_action_id: playbookRunActionId ?? null,
        ...(contentType ? { content_type: contentType } : {}),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    try {
      return await complete(id, write);
    } catch (error) {
      await db.system.deleteFrom("artifacts").where("id", "=", id).execute();
      throw error;
    }
  }

  const writeStream =
    (content: AsyncIterable<Buffer>): Write =>
    async (id) => {
      const hash = createHash("sha256");
      let size = 0;
      async function* measured() {
        for await (const piece of content) {
          hash.update(piece);
          size += piece.length;
          yield piece;
        }
      }
      await current.write(id, measured());
      return { size, checksum: hash.digest("hex") };
    };

  return {
    save: (about, content) => create(about, writeStream(content)),

    async copy(about, { rows, size, checksum, read }) {
      if (!current.copy) return create(about, writeStream(read()));
      return create(about, async (id) => {
        await current.copy!(id, rows, size);
        return { size, checksum };
      });
    },

    async fill(id, content) {
      const row = await rowsWhere().where("id", "=", id).where("deleted_at", "is", null).executeTakeFirst();
      if (!row) throw problem.notFound("artifact", id);
      if (row.completed_at !== null) throw problem.conflict(`${row.filename} already has its content.`);
      await db.system.updateTable("artifacts").set({ store: current.name }).where("id", "=", id).execute();
      // An earlier attempt may have been interrupted.
      await current.remove(id);
      return complete(id, writeStream(content));
    },

    async open(id, from = 0) {
      const artifact = await rowsWhere()
        .where("id", "=", id)
        .where("completed_at", "is not", null)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      if (!artifact) throw problem.notFound("artifact", id);
      // S3 refuses a range that begins at the end.
      const isBehind = from > 0 && from >= artifact.size;
      return { artifact, content: isBehind ? nothing() : storeOf(artifact).read(id, from) };
    },

    async remove(id) {
      const artifact = await rowsWhere().where("id", "=", id).executeTakeFirst();
      if (artifact) await remove(artifact);
    },

    async prune(now = new Date()) {
      const abandoned = new Date(now.getTime() - unfinishedForMs).toISOString();
      const done = await rowsWhere()
        .where((is) =>
          is.or([
            is("expires_at", "<", now.toISOString()),
            is("deleted_at", "<", now.toISOString()),
            is.and([is("completed_at", "is", null), is("created_at", "<", abandoned)]),
          ]),
        )
        .limit(1000)
        .execute();
      for (const artifact of done) await remove(artifact);
      return done.length;
    },
  };
}

async function* nothing(): AsyncGenerator<Buffer> {}
