import { chmodSync, mkdirSync } from "node:fs";
import { refusalFor } from "../../data-dir/data-dir.ts";

/**
 * The place for files that an unprivileged account must reach if the clone is below a directory that it cannot enter.
 */
export const SHARED_PLACE = "/var/lib/quarterdeck";

export function openSharedPlace(): void {
  try {
    // Permissions are set again, because the umask may have removed them.
    if (mkdirSync(SHARED_PLACE, { recursive: true }) !== undefined) chmodSync(SHARED_PLACE, 0o755);
  } catch (error) {
    throw refusalFor(error, SHARED_PLACE);
  }
}
