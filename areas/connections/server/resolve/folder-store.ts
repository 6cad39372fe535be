// Reads secrets and config maps from files: SECRETS_DIR/namespace/name/key, the layout of mounted volumes. Names cannot
// lead out of the folder. Links, which mounted volumes use, may lead anywhere inside it.
import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { ConnectionFailure, ValueMissing } from "../connection/failure.ts";
import { isPlainName } from "../connection/value-reference.ts";
import { inWords, type ValueStore, type Wanted } from "./value-store.ts";

/** The size limit of a secret in Kubernetes. */
const maxBytes = 1024 * 1024;

export const folderStore = (folder: string): ValueStore => ({
  read: (wanted, signal) => Promise.race([read(folder, wanted), ended(signal, wanted)]),
});

async function read(folder: string, wanted: Wanted): Promise<string> {
  const { namespace, name, key } = wanted;
  for (const part of [namespace, name, key])
    if (!isPlainName(part))
      throw new ConnectionFailure(`${JSON.stringify(part)} is not a valid name below SECRETS_DIR`);
  const path = join(namespace, name, key);
  const messageFor = (reason: string) => `SECRETS_DIR does not have ${inWords(wanted)}: ${path} ${reason}`;
  const refuse = (reason: string, fix?: string) => new ConnectionFailure(messageFor(reason), fix);
  // If the folder itself is missing, even an optional value is an error.
  let Missing: typeof ConnectionFailure = ConnectionFailure;
  try {
    const root = await realpath(folder);
    Missing = ValueMissing;
    const file = await realpath(join(folder, path));
    if (!file.startsWith(root + sep)) throw refuse("leads outside the folder");
    // Opening a pipe would block until another process writes into it.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const about = await handle.stat();
      if (!about.isFile()) throw refuse("is not a file");
      if (about.size > maxBytes) throw refuse("is larger than 1 MiB");
      return await handle.readFile("utf8");
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof ConnectionFailure) throw error;
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new Missing(messageFor("does not exist"), "Put the value into that file, or correct the reference.");
    throw refuse(`cannot be read (${code})`, "Make it readable by the user that Quarterdeck runs as.");
  }
}

const ended = (signal: AbortSignal, wanted: Wanted) =>
  new Promise<never>((_, reject) => {
    const stop = () => reject(new ConnectionFailure(`Reading ${inWords(wanted)} from SECRETS_DIR timed out`));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
