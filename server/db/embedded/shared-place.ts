import { chmodSync, mkdirSync } from "node:fs";
import { refusalFor } from "../../data-dir/data-dir.ts";

/** For files that an unprivileged account must reach when the clone is below a directory that it cannot enter. */
export const SHARED_PLACE = "/var/lib/quarterdeck";

export function openSharedPlace(): void {
  try {
    // The umask may have removed permissions.
    if (mkdirSync(SHARED_PLACE, { recursive: true }) !== undefined) chmodSync(SHARED_PLACE, 0o755);
  } catch (error) {
    throw refusalFor(error, SHARED_PLACE);
  }
}
