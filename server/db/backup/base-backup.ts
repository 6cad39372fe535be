// PostgreSQL's own online copy of a cluster, as a tar stream: it starts and stops the backup, copes with files that
// change or vanish meanwhile, checks every page and adds the log that the copy needs. What pg_basebackup asks for;
// https://www.postgresql.org/docs/current/protocol-replication.html, BASE_BACKUP.
import { PassThrough } from "node:stream";
import { Client, type Connection, type Submittable } from "pg";
import type { EmbeddedConnection } from "../embedded.ts";

export interface BaseBackup {
  /** The cluster as one tar. */
  tar: PassThrough;
  /** Known before the first byte of the tar; an estimate, since the cluster is in use. */
  onSize(listener: (bytes: number) => void): void;
  end(): Promise<void>;
}

export async function openBaseBackup(connection: EmbeddedConnection): Promise<BaseBackup> {
  const settings = { ...connection, replication: "true", application_name: "quarterdeck backup", keepAlive: true };
  const client = new Client(settings);
  const query = new BaseBackupQuery();
  // A connection that is lost ends the copy, not the process.
  client.on("error", (error) => query.tar.destroy(error));
  await client.connect();
  // The slot keeps the log that the copy will need; it goes with the session.
  await client.query(`CREATE_REPLICATION_SLOT quarterdeck_backup_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL)`);
  client.query(query);
  return {
    tar: query.tar,
    onSize: (listener) => void (query.sizeKnown = listener),
    end: () => client.end(),
  };
}

interface Message {
  fields: readonly (Buffer | string | null)[];
  chunk: Buffer;
}

class BaseBackupQuery implements Submittable {
  readonly tar = new PassThrough({ highWaterMark: 1 << 20 });
  sizeKnown: ((bytes: number) => void) | undefined;
  #results = 0;
  #failure: Error | undefined;

  submit(connection: Connection): void {
    connection.query("BASE_BACKUP (LABEL 'quarterdeck', PROGRESS, CHECKPOINT 'fast', WAL, MANIFEST 'no')");
  }

  // Results come in this order: where the log starts, the table spaces with their sizes, the copy, where the log ends.
  handleRowDescription(): void {
    this.#results += 1;
  }

  handleDataRow({ fields }: Message): void {
    if (this.#results !== 2) return;
    const [oid, , kilobytes] = fields.map((field) => (field === null ? undefined : field.toString()));
    if (oid !== undefined) this.#failure ??= new Error("the cluster has table spaces, which a backup does not hold");
    else this.sizeKnown?.(Number(kilobytes) * 1024);
  }

  handleCopyData({ chunk }: Message, connection: Connection): void {
    // Of the kinds of message, only d is content: n opens an archive, p says how far it is.
    if (chunk[0] !== 0x64 || this.tar.destroyed) return;
    // The parser goes on to use the same memory.
    const room = this.tar.write(Buffer.from(chunk.subarray(1)));
    if (room || connection.stream.isPaused()) return;
    connection.stream.pause();
    this.tar.once("drain", () => connection.stream.resume());
  }

  handleError(error: Error): void {
    this.#failure ??= error;
    this.tar.destroy(error);
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.tar.destroy(this.#failure);
    else this.tar.end();
  }

  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}
