// Implements COPY FROM STDIN for `pg`, which supports the messages but has no API to send a stream.
import pg from "pg";

/** The methods that node-postgres calls on a query, and the methods that the query may call on the connection. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

const chunkLength = 1 << 16;

/** Sends lines in COPY's text format; returns the number of rows. */
export async function copyIn(
  client: pg.Client,
  { table, columns, lines }: { table: string; columns: readonly string[]; lines: Iterable<string> },
  { onRows, signal }: { onRows?: (rows: number) => void; signal?: AbortSignal | undefined } = {},
): Promise<number> {
  const names = columns.map((name) => pg.escapeIdentifier(name)).join(", ");
  let failure: unknown;
  const rows = await new Promise<number>((resolve, reject) => {
    let copied = 0;
    const send = async (connection: CopyConnection) => {
      try {
        let chunk = "";
        let pending = 0;
        for (const line of lines) {
          chunk += line;
          pending += 1;
          if (chunk.length < chunkLength) continue;
          connection.sendCopyFromChunk(Buffer.from(chunk));
          onRows?.(pending);
          [chunk, pending] = ["", 0];
          signal?.throwIfAborted();
          // Yields to other work, and lets the server catch up.
          if (connection.stream.writableNeedDrain)
            await new Promise((drained) => connection.stream.once("drain", drained));
          else await new Promise((turn) => setImmediate(turn));
          if (failure !== undefined) return;
        }
        if (chunk !== "") connection.sendCopyFromChunk(Buffer.from(chunk));
        onRows?.(pending);
        connection.endCopyFrom();
      } catch (error) {
        failure = error;
        connection.sendCopyFail("the sender gave up");
      }
    };
    client.query({
      submit: (connection: pg.Connection) => connection.query(`copy ${table} (${names}) from stdin`),
      handleCopyInResponse: (connection: CopyConnection) => void send(connection),
      handleCommandComplete: ({ text }: { text: string }) => (copied = Number(text.split(" ").at(-1))),
      // node-postgres does not call a failed query again after this.
      handleError: (error: Error) => {
        failure ??= error;
        // oxlint-disable-next-line prefer-promise-reject-errors -- what was thrown is passed on as it is
        reject(failure);
      },
      handleReadyForQuery: () => resolve(copied),
    } as pg.Submittable);
  });
  return rows;
}

const special = /[\\\t\n\r]/;
const specials = new RegExp(special, "g");
const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escaped = (text: string) => (special.test(text) ? text.replaceAll(specials, (found) => escapes[found]!) : text);

/** Returns a value in COPY's text format: TextArray values become arrays of text, objects become JSON. */
export function field(value: unknown): string {
  if (value === null || value === undefined) return "\\N";
  if (typeof value === "string") return escaped(value);
  if (value instanceof TextArray) return escaped(`{${value.texts.map((text) => JSON.stringify(text)).join(",")}}`);
  if (typeof value === "object") return escaped(JSON.stringify(value));
  return typeof value === "boolean" ? (value ? "t" : "f") : `${value as number}`;
}

/** Distinguishes a text[] from a JSON array. */
export class TextArray {
  readonly texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.texts = texts;
  }
}
