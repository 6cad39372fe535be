// Stores the files that runs produced as artifacts.
import type { System } from "#server/area.ts";
import type { StoredRun } from "./record.ts";

const maxFiles = 20;
const maxBytes = 20 * 1024 * 1024;

export async function keepArtifacts(
  { artifacts, db, log }: Pick<System, "artifacts" | "db" | "log">,
  stored: readonly StoredRun[],
): Promise<void> {
  for (const {
    check: { id: checkId },
    result,
  } of stored) {
    let bytes = 0;
    for (const { path, contentType, body } of result.artifacts.slice(0, maxFiles)) {
      bytes += body.length;
      if (bytes > maxBytes) break;
      const time = result.start.toISOString();
      const filename = path.split("/").at(-1) || path;
      const about = {
        path: `checks/${checkId}/${result.start.getTime()}/${path}`,
        filename,
        ...(contentType && { contentType }),
      };
      try {
        const { id } = await artifacts.save(about, once(body));
        await db.system
          .updateTable("artifacts")
          .set({ check_id: checkId, check_time: time })
          .where("id", "=", id)
          .execute();
      } catch (error) {
        log.warn({ err: error, check: checkId, path }, "an artifact of a check could not be kept");
      }
    }
  }
}

async function* once(body: Uint8Array) {
  yield Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
