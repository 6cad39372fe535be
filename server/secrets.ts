// The key for stored secrets. One key per system: its fingerprint is kept in the database, and a process that comes with
// another key is refused before it can write what nobody else can read.
import { createCipheriv, createDecipheriv, hkdfSync, createHmac, randomBytes } from "node:crypto";
import { chmod, open, readFile, rename, unlink } from "node:fs/promises";
import type { Kysely } from "kysely";
import type { DB } from "./db/tables.ts";
import { StartRefused } from "./start-refused.ts";

export interface Secrets {
  /** Seals a text for storage; `purpose` binds it to its place, so that it opens nowhere else. */
  seal(text: string, purpose: string): string;
  open(sealed: string, purpose: string): string;
  /** A keyed digest: equal for equal texts, useless without the key. */
  digest(text: string, purpose: string): Buffer;
  fingerprint: string;
}

const algorithm = "aes-256-gcm";
const prefix = "v1.";

export function createSecrets(key: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", key, "quarterdeck", purpose, 32));
  const sealing = derive("seal");
  const digesting = derive("digest");
  return {
    seal(text, purpose) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(algorithm, sealing, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return prefix + sealed.toString("base64url");
    },
    open(sealed, purpose) {
      if (!sealed.startsWith(prefix)) throw new Error("not a sealed text");
      const bytes = Buffer.from(sealed.slice(prefix.length), "base64url");
      const decipher = createDecipheriv(algorithm, sealing, bytes.subarray(0, 12)).setAAD(Buffer.from(purpose));
      decipher.setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
    },
    digest: (text, purpose) => createHmac("sha256", digesting).update(`${purpose}\0${text}`).digest(),
    fingerprint: derive("fingerprint").toString("base64url").slice(0, 22),
  };
}

/** Reads the key file, or makes it: whole or not at all, readable by its owner only. */
export async function readOrMakeKey(file: string): Promise<string> {
  const existing = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new StartRefused(`The key file ${file} cannot be read (${error.code}). Make it readable for this user.`);
  });
  if (existing !== undefined) {
    if (existing.trim().length < 32)
      throw new StartRefused(`The key file ${file} is damaged. Restore it from a backup.`);
    await chmod(file, 0o600);
    return existing.trim();
  }
  const key = randomBytes(32).toString("base64url");
  const draft = `${file}.${process.pid}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(`${key}\n`);
    await handle.sync();
    await rename(draft, file);
  } catch (error) {
    await unlink(draft).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
  return key;
}

/** Keeps the first key's fingerprint and refuses any other. */
export async function claimKey(db: Kysely<DB>, secrets: Secrets): Promise<void> {
  await db
    .insertInto("settings")
    .values({ name: "secret_key_fingerprint", value: secrets.fingerprint })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value } = await db
    .selectFrom("settings")
    .select("value")
    .where("name", "=", "secret_key_fingerprint")
    .executeTakeFirstOrThrow();
  if (value !== secrets.fingerprint)
    throw new StartRefused(
      "SECRET_KEY is not the key this database was set up with, so stored secrets could not be read. " +
        "Start with the original key (DATA_DIR/secret.key, or the SECRET_KEY of the first start).",
    );
}
