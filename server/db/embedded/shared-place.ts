import { chmodSync, mkdirSync } from "node:fs";
import { refusalFor } from "../../data-dir.ts";

/** For what an unprivileged account must reach and a clone below a closed directory cannot offer. */
export const SHARED_PLACE = "/var/lib/quarterdeck";

export function openSharedPlace(): void {
  try {
    // A strict umask must not close it again.
    if (mkdirSync(SHARED_PLACE, { recursive: true }) !== undefined) chmodSync(SHARED_PLACE, 0o755);
  } catch (error) {
    throw refusalFor(error, SHARED_PLACE);
  }
}
