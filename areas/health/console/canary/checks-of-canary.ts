import { db, rows } from "#console/client/rows.ts";

/** The checks that a canary has created. */
export const checksOfCanary = (canary: string) =>
  rows(["checks", "of canary", canary], () =>
    db.from("checks").select("*").eq("canary_id", canary).is("deleted_at", null).order("name"),
  );
