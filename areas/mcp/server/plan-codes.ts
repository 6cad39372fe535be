// The codes that confirm plans. A code is valid for one person and one plan, for ten minutes, and can be used once. A
// client that repeats a request therefore changes nothing a second time.
import { randomBytes, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { Problem } from "#language/problem.ts";
import type { Databases } from "#server/db/pool.ts";
import type { Secrets } from "#server/secrets.ts";

const validMs = 10 * 60_000;

export interface PlanCodesOptions {
  db: Pick<Databases, "system">;
  secrets: Pick<Secrets, "digest">;
  now?: () => number;
}

export function createPlanCodes({ db, secrets, now = Date.now }: PlanCodesOptions) {
  /** `head` contains the time and a random part. */
  const codeOf = (person: string, plan: unknown, head: string) =>
    `${head}.${secrets.digest(JSON.stringify([person, plan, head]), "mcp plan").toString("base64url")}`;

  return {
    issue: (person: string, plan: unknown) =>
      codeOf(person, plan, `${now().toString(36)}.${randomBytes(9).toString("base64url")}`),

    /** Marks the code as used. Throws a Problem if the code does not confirm this plan. */
    async use(person: string, plan: unknown, code: string): Promise<void> {
      const [time = "", random = ""] = code.split(".");
      const [sent, right] = [Buffer.from(code), Buffer.from(codeOf(person, plan, `${time}.${random}`))];
      if (sent.length !== right.length || !timingSafeEqual(sent, right)) throw refusal("belongs to a different plan");
      if (now() - Number.parseInt(time, 36) > validMs) throw refusal("has expired");
      const { rows } = await sql`
        with expired as (delete from mcp_confirmations where used_at < now() - interval '20 minutes')
        insert into mcp_confirmations (code) values (${code}) on conflict do nothing returning code`.execute(db.system);
      if (rows.length === 0) throw refusal("was already used");
    },
  };
}

const refusal = (reason: string) =>
  new Problem("precondition_failed", `The hash ${reason}.`, {
    hint: "Nothing has changed. Call the tool without confirm to get the plan and its hash.",
  });

export type PlanCodes = ReturnType<typeof createPlanCodes>;
