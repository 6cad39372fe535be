// The catalog of this process. The catalog is read again whenever a process has changed the schema.
import type { Log } from "../log.ts";
import type { Listening } from "./listening.ts";
import type { Databases } from "./pool.ts";
import { readCatalog, type Catalog } from "./relations.ts";
import { schemaChannel } from "./schema.ts";

export interface LiveCatalog {
  readonly current: Catalog;
  close(): void;
}

export async function openCatalog(db: Databases, listening: Listening, log: Log): Promise<LiveCatalog> {
  let current = await readCatalog(db.pools.system);
  let isClosed = false;
  const read = () =>
    readCatalog(db.pools.system).then(
      (catalog) => void (current = catalog),
      (error: unknown) => {
        if (!isClosed)
          log.warn(
            { err: error },
            "could not read the changed schema; it is read again after the next change or restart",
          );
      },
    );
  const stopListening = listening.on(schemaChannel, { notified: () => void read(), resumed: () => void read() });
  return {
    get current() {
      return current;
    },
    close() {
      isClosed = true;
      stopListening();
    },
  };
}
