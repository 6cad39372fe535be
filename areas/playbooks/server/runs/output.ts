// The output of an action: stored in pieces while the action runs, so that every process can show the output, and as an
// artifact after the action has ended.
import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Json } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { ActionRun } from "../action-kind.ts";
import { recentOutput } from "./recent-output.ts";
import type { ActionRow } from "./run-row.ts";
import { readSettings } from "./settings.ts";

/** The notification of new output; its payload is the id of the action. */
export const outputChannel = "quarterdeck_playbook_output";

export const outputPath = (actionId: string) => `playbooks/${actionId}/output.log`;

export interface Output {
  /** Waits while the store is slow. */
  write(text: string | Uint8Array, stream?: "stdout" | "stderr"): Promise<void>;
  /** The end of the output, for the result. */
  readonly tail: string;
  /** Stores the rest of the output, and the whole output as an artifact. */
  close(): Promise<void>;
}

/** A piece is stored when it reaches this size, or after a short time. */
const pieceBytes = 128 * 1024;
/** The size of the buffer for large pieces, which is used again. */
const bufferBytes = 2 * pieceBytes;
const flushMs = 100;
const retryMs = 250;
/** An incomplete line is held back up to this length, so that a secret in it can be detected completely. */
const maxHeldChars = 64 * 1024;
const tailChars = 64 * 1024;

type Needed = Pick<System, "db" | "artifacts" | "log">;

export const createOutput = (system: Needed, action: Pick<ActionRow, "id" | "name">, scrubber: Scrubber): Output =>
  new StoredOutput(system, action, scrubber);

class StoredOutput implements Output {
  readonly #system: Needed;
  readonly #action: Pick<ActionRow, "id" | "name">;
  readonly #scrubber: Scrubber;
  /** Read before the first output. */
  #maxBytes = 0;
  #settings: Promise<void> | undefined;
  readonly #decoders: { stdout?: TextDecoder; stderr?: TextDecoder } = {};
  /** Text that is not scrubbed yet. */
  #held = "";
  /** Scrubbed text that is not stored yet. */
  #waiting: string[] = [];
  #waitingBytes = 0;
  #storedBytes = 0;
  readonly #hash = createHash("sha256");
  #isFull = false;
  /** The last texts, with at least the characters of the tail. */
  readonly #recent: string[] = [];
  #recentChars = 0;
  /** The buffer for the next large piece. */
  #buffer: Buffer | undefined;
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();
  #error: unknown;

  constructor(system: Needed, action: Pick<ActionRow, "id" | "name">, scrubber: Scrubber) {
    this.#system = system;
    this.#action = action;
    this.#scrubber = scrubber;
  }

  get tail(): string {
    return this.#recent.join("").slice(-tailChars);
  }

  async write(text: string | Uint8Array, stream: "stdout" | "stderr" = "stdout"): Promise<void> {
    if (this.#error !== undefined) throw this.#error;
    await (this.#settings ??= this.#readSettings());
    this.#held += typeof text === "string" ? text : this.#decode(text, stream);
    if (this.#held.length > maxHeldChars) this.#scrub(this.#held.lastIndexOf("\n") + 1 || this.#held.length);
    this.#timer ??= setTimeout(() => this.#flushSoon(), flushMs);
    if (this.#waitingBytes >= pieceBytes) {
      this.#store();
      await this.#storing;
    }
  }

  #decode(bytes: Uint8Array, stream: "stdout" | "stderr"): string {
    return (this.#decoders[stream] ??= new TextDecoder()).decode(bytes, { stream: true });
  }

  async #readSettings(): Promise<void> {
    const { maxLogBytes } = await this.#answered(() => readSettings(this.#system.db.system));
    this.#maxBytes = maxLogBytes;
  }

  #flushSoon(): void {
    this.#timer = undefined;
    const end = this.#held.lastIndexOf("\n") + 1;
    // An incomplete line, such as a prompt or a progress bar, is also shown after a short time.
    this.#scrub(end > 0 ? end : this.#held.length);
    if (this.#held !== "") this.#timer = setTimeout(() => this.#flushSoon(), flushMs);
    this.#store();
  }

  #scrub(length: number): void {
    const clean = this.#scrubber.text(this.#held.slice(0, length));
    this.#held = this.#held.slice(length);
    if (clean === "") return;
    this.#remember(clean);
    if (this.#isFull) return;
    const left = this.#maxBytes - this.#storedBytes - this.#waitingBytes;
    this.#isFull = Buffer.byteLength(clean) > left;
    const note = `\n… The output is longer than ${this.#maxBytes} bytes; the rest is not stored.\n`;
    const text = this.#isFull ? firstBytes(clean, left) + note : clean;
    this.#waiting.push(text);
    this.#waitingBytes += Buffer.byteLength(text);
  }

  /** The texts are joined when the tail is read: joining them for each piece would copy the whole output twice. */
  #remember(text: string): void {
    this.#recent.push(text);
    this.#recentChars += text.length;
    while (this.#recentChars - this.#recent[0]!.length >= tailChars) this.#recentChars -= this.#recent.shift()!.length;
  }

  #store(): void {
    if (this.#waiting.length === 0) return;
    const buffer = this.#bufferFor(this.#waitingBytes);
    let size = 0;
    for (const text of this.#waiting) size += buffer.write(text, size);
    const content = buffer.subarray(0, size);
    const at = this.#storedBytes;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#storedBytes += size;
    this.#hash.update(content);
    this.#storing = this.#storing
      .then(() => this.#insert(at, content))
      .catch((error: unknown) => void (this.#error ??= error))
      .finally(() => {
        if (buffer.length >= bufferBytes) this.#buffer = buffer;
      });
  }

  /** Large pieces use the same buffer one after another, because freed buffers stay in memory for a while. */
  #bufferFor(bytes: number): Buffer {
    if (bytes < pieceBytes / 2) return Buffer.allocUnsafe(bytes);
    const buffer = this.#buffer;
    this.#buffer = undefined;
    return buffer && buffer.length >= bytes ? buffer : Buffer.allocUnsafeSlow(Math.max(bytes, bufferBytes));
  }

  async #insert(at: number, content: Buffer): Promise<void> {
    const stored = this.#answered(() =>
      sql`
        with stored as (
          insert into playbook_outputs (action_id, at, content) values (${this.#action.id}, ${at}, ${content})
          on conflict do nothing
          returning at
        )
        select pg_notify(${outputChannel}, ${this.#action.id}) from stored`.execute(this.#system.db.system),
    );
    // Added before the statement returns, because its notification may arrive earlier. Watchers that do not find the
    // piece here read it from the database.
    recentOutput.add(this.#action.id, at, content);
    await stored;
  }

  /** While the database does not respond, storing waits, and so does the program that writes the output. */
  async #answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;)
      try {
        return await ask();
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        await delay(retryMs);
      }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    for (const decoder of Object.values(this.#decoders)) this.#held += decoder.decode();
    this.#scrub(this.#held.length);
    this.#store();
    await this.#storing;
    if (this.#storedBytes > 0)
      await storeOutput(this.#system, this.#action, { size: this.#storedBytes, checksum: this.#hash.digest("hex") });
    if (this.#error !== undefined) throw this.#error;
  }
}

/** Returns the whole characters within the first bytes of a longer text. */
function firstBytes(text: string, bytes: number): string {
  const all = Buffer.from(text);
  let end = Math.max(0, bytes);
  while (end > 0 && (all[end]! & 0xc0) === 0x80) end -= 1;
  return all.toString("utf8", 0, end);
}

/**
 * Stores the pieces of an ended action as an artifact, and deletes the pieces. `known` describes the output that this
 * process wrote; such output does not have to be read again.
 */
export async function storeOutput(
  { db, artifacts }: Pick<System, "db" | "artifacts">,
  { id, name }: Pick<ActionRow, "id" | "name">,
  known?: { size: number; checksum: string },
): Promise<void> {
  async function* pieces() {
    for (let at = 0; ;) {
      const { rows } = await sql<{ content: Buffer }>`
        select content from playbook_outputs where action_id = ${id} and at = ${at}`.execute(db.system);
      if (!rows[0]) return;
      yield rows[0].content;
      at += rows[0].content.length;
    }
  }
  const { rows } = await sql<{ size: number }>`
    select coalesce(sum(length(content)), 0)::float8 as size from playbook_outputs where action_id = ${id}`.execute(
    db.system,
  );
  const { size } = rows[0]!;
  if (size === 0) return;
  const about = {
    path: outputPath(id),
    filename: `${name}.log`,
    contentType: "text/plain; charset=utf-8",
    playbookRunActionId: id,
  };
  if (known?.size === size)
    await artifacts.copy(about, {
      ...known,
      rows: sql`select at, content from playbook_outputs where action_id = ${id}`,
      read: pieces,
    });
  else await artifacts.save(about, pieces());
  await sql`delete from playbook_outputs where action_id = ${id}`.execute(db.system);
}

/** A file of an action as it is stored: without secrets, with the path of the action. */
export const storedFile = (
  actionId: string,
  scrubber: Scrubber,
  { path, contentType, body }: Parameters<ActionRun["artifact"]>[0],
) => ({
  path: `playbooks/${actionId}/${path.replace(/^\/+/, "")}`,
  filename: path.slice(path.lastIndexOf("/") + 1),
  ...(contentType !== undefined && { contentType }),
  content: scrubbedBytes(scrubber, Buffer.from(body)),
});

export async function saveArtifact(
  { artifacts }: Pick<System, "artifacts">,
  { id }: Pick<ActionRow, "id">,
  scrubber: Scrubber,
  file: Parameters<ActionRun["artifact"]>[0],
): Promise<void> {
  const { content, ...about } = storedFile(id, scrubber, file);
  await artifacts.save(
    { ...about, playbookRunActionId: id },
    (async function* once() {
      yield content;
    })(),
  );
}

/** Secrets are removed from text files. */
function scrubbedBytes(scrubber: Scrubber, body: Buffer): Buffer {
  const text = body.toString("utf8");
  if (!Buffer.from(text).equals(body)) return body;
  const clean = scrubber.text(text);
  return clean === text ? body : Buffer.from(clean);
}

/** Result fields that contain output; the artifact contains the complete output. */
const outputFields: ReadonlySet<string> = new Set(["stdout", "stderr", "Logs", "logs", "content"]);

export const keepTail = (result: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(result).map(([key, value]) => [
      key,
      typeof value === "string" && outputFields.has(key) ? value.slice(-tailChars) : value,
    ]),
  );
