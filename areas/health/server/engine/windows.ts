// The maintenance windows that matter now, read anew when one changes. While changes are not heard of, they are read each time.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { Live } from "#server/live.ts";
import { concerns, openUntil, type Maintained, type MaintenanceWindow } from "../../maintenance.ts";

export interface Windows {
  current(): Promise<readonly MaintenanceWindow[]>;
  stop(): void;
}

export function createWindows({ db, live }: { db: () => Kysely<DB>; live: Pick<Live, "on" | "connected"> }): Windows {
  let known: readonly MaintenanceWindow[] | undefined;
  let generation = 0;
  const stop = live.on(["maintenance_windows"], () => {
    known = undefined;
    generation += 1;
  });
  return {
    stop,
    async current() {
      if (known && live.connected) return known;
      const asked = generation;
      // Runs may be told of that began a while ago.
      const { rows } = await sql<MaintenanceWindow>`
        select check_id, canary_id, label_selector, starts_at, ends_at, schedule, duration_minutes
        from   maintenance_windows
        where  deleted_at is null and (ends_at is null or ends_at > now() - interval '1 day')`.execute(db());
      if (live.connected && asked === generation) known = rows;
      return rows;
    },
  };
}

export const isInMaintenance = (windows: readonly MaintenanceWindow[], maintained: Maintained, moment: number) =>
  windows.some((window) => openUntil(window, moment) !== undefined && concerns(window, maintained, moment));
