// PostgreSQL's own online copy of a cluster as a tar stream, with the command that pg_basebackup uses. PostgreSQL
// starts and stops the backup, handles files that change or vanish in the meantime, checks every page and adds the
// required WAL. https://www.postgresql.org/docs/current/protocol-replication.html, BASE_BACKUP.
import { PassThrough } from "node:stream";
import { Client, type ClientConfig, type Connection, type Submittable } from "pg";

export interface BaseBackup {
  /** The cluster as one tar stream. */
  tar: PassThrough;
  /**
   * Calls the listener with the estimated size before the first byte of the tar. The size is an estimate, because the
   * cluster is in use.
   */
  onSize(listener: (bytes: number) => void): void;
  end(): Promise<void>;
}

/** Starts a backup. `name` is the label of the backup, and part of the names of its session and its slot. */
export async function openBaseBackup(connection: ClientConfig, name: string): Promise<BaseBackup> {
  const settings = { ...connection, replication: "true", application_name: `${name} backup`, keepAlive: true };
  const client = new Client(settings);
  const query = new BaseBackupQuery(name);
  // A lost connection stops the copy, not the process.
  client.on("error", (error) => query.tar.destroy(error));
  await client.connect();
  // The slot keeps the WAL that the copy needs; it is dropped with the session.
  await client.query(`CREATE_REPLICATION_SLOT ${name}_backup_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL)`);
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
  readonly #name: string;
  #results = 0;
  #failure: Error | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  submit(connection: Connection): void {
    connection.query(`BASE_BACKUP (LABEL '${this.#name}', PROGRESS, CHECKPOINT 'fast', WAL, MANIFEST 'no')`);
  }

  // The results arrive in order: start of the WAL, tablespaces with their sizes, the copy, end of the WAL.
  handleRowDescription(): void {
    this.#results += 1;
  }

  handleDataRow({ fields }: Message): void {
    if (this.#results !== 2) return;
    const [oid, , kilobytes] = fields.map((field) => (field === null ? undefined : field.toString()));
    if (oid !== undefined) this.#failure ??= new Error("the cluster has tablespaces, which backups do not support");
    else this.sizeKnown?.(Number(kilobytes) * 1024);
  }

  handleCopyData({ chunk }: Message, connection: Connection): void {
    // Only messages of type d have content: n starts an archive, p reports progress.
    if (chunk[0] !== 0x64 || this.tar.destroyed) return;
    // The parser reuses the memory of the chunk.
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
