// Write hooks of the data API for canaries, checks and maintenance windows; they also publish status change events.
import { z } from "zod";
import type { Labels } from "#language/columns.ts";
import { problem } from "#language/problem.ts";
import { changed, writeHook, name } from "#server/db/write-hook.ts";
import type { Tx } from "#server/db/pool.ts";
import type { OpenElsewhere } from "#server/db/sealed-rows.ts";
import type { Row, WriteHooks } from "#server/db/writes.ts";
import { pauseChecks, resumeChecks } from "../contract.ts";
import { kindNamed } from "./checks/index.ts";
import { syncChecks } from "./engine/sync.ts";
import { withoutManifest } from "./spec/sealed-canary.ts";
import { maintenanceWindow } from "./maintenance-window.ts";
import { canarySpec } from "./spec/canary.ts";
import { refuseOthers } from "./spec/only-admins.ts";
import { openCanary, openCheck } from "./spec/opened-checks.ts";

async function syncWritten(tx: Tx, written: readonly Row[]): Promise<void> {
  const ids = written.map((row) => row["id"] as string);
  if (ids.length === 0) return;
  const canaries = await tx.selectFrom("canaries").selectAll().where("id", "in", ids).execute();
  for (const canary of canaries) await syncChecks(tx, canary);
}

/** The credentials of a check are encrypted in its canary. */
const openStoredCheck: OpenElsewhere = async ({ tx, secrets }, id) => {
  const check = await tx
    .selectFrom("checks")
    .select(["id", "canary_id", "type", "name", "spec", "spec_secrets"])
    .where("id", "=", id)
    .executeTakeFirst();
  const canary =
    check &&
    (await tx
      .selectFrom("canaries")
      .select(["id", "namespace", "spec", "spec_secrets"])
      .where("id", "=", check.canary_id)
      .executeTakeFirst());
  return canary ? openCheck(secrets, check, openCanary(secrets, canary)) : undefined;
};

const pauseColumns = ["paused_at", "paused_until", "paused_by", "pause_reason"];

/** A pause also moves the turn of the check and records the user who set the pause; a plain write would do neither. */
function refusePauses(rows: readonly Row[]): void {
  const written = pauseColumns.filter((column) => rows.some((row) => Object.hasOwn(row, column)));
  if (written.length > 0)
    throw problem.badParts(
      written.map((path) => ({
        path,
        message: `is read-only; use POST ${pauseChecks.path} or POST ${resumeChecks.path}`,
      })),
    );
}

export const healthWrites: WriteHooks = {
  canaries: writeHook({
    shape: z.object({ name, spec: canarySpec }),
    defaults: { namespace: "default", spec: {} },
    fixed: ["name", "namespace"],
    sealed: { spec: canarySpec },
    async prepare({ actor, verb }, rows, before) {
      if (verb !== "delete")
        refuseOthers(
          actor,
          [...rows, ...before].map((row) => row["spec"]),
        );
      return rows.map((row) =>
        row["annotations"] === undefined
          ? row
          : { ...row, annotations: withoutManifest(row["annotations"] as Labels | null) },
      );
    },
    async after({ tx, verb }, written) {
      if (verb !== "delete") await syncWritten(tx, written);
    },
  }),
  checks: writeHook({
    shape: z.object({ name, type: z.string("is required").min(1, "is required") }),
    sealed: { spec: ({ type }) => kindNamed(String(type))?.spec },
    masked: ["name", "description"],
    openElsewhere: openStoredCheck,
    async prepare(_, rows) {
      refusePauses(rows);
      return rows;
    },
    async after({ tx, publish }, written, before) {
      for (const { was, is } of changed(before, written)) {
        const [id, status] = [is["id"] as string, is["status"] as "healthy" | "unhealthy" | null];
        if (status === null || status === was["status"]) continue;
        await tx.updateTable("checks").set({ told_status: status }).where("id", "=", id).execute();
        await publish({ name: status === "healthy" ? "check.passed" : "check.failed", id });
      }
    },
  }),
  maintenance_windows: maintenanceWindow,
};
