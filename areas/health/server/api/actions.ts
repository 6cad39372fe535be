// Actions on checks: run a check now, and store a result that another system reports.
import type { FastifyInstance } from "fastify";
import { problem } from "#language/problem.ts";
import { withoutNulls } from "#lib/json/json.ts";
import type { System } from "#server/area.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { runNow } from "./run-now.ts";
import { bareResult } from "../run/result.ts";
import { findCheck } from "./one-check.ts";
import { loadCheck, storeResult } from "./store-result.ts";

/** Clocks may run a little ahead; a result further in the future is a mistake. */
const maxAheadMs = 5 * 60_000;

export function actionRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.runCheckNow,
    schema.runCheckNow,
    { access: "signed-in", summary: "Runs a check now, records the result and returns it" },
    async ({ params: { id }, actor, signal }) => {
      await system.features.require("health", "a check run");
      const check = await findCheck(system, actor, "check:run", { id });
      return runNow(system, check.id, signal);
    },
  );

  handle(
    app,
    contract.pushResult,
    schema.pushResult,
    { access: "signed-in", summary: "Stores a check result that another system reports", status: 201 },
    async ({ body, actor }) => {
      await system.features.require("health", "a check result");
      const { id, name, type, canary_id, canary_name, namespace, ...sent } = withoutNulls(body);
      if (id === undefined && (name === undefined || (canary_id === undefined && canary_name === undefined)))
        throw problem.badParts([
          { path: "body.id", message: "is required, unless canary_id or canary_name is sent with name" },
        ]);
      const named = id === undefined ? { name, type, canary_id, canary_name, namespace } : { id };
      const check = await findCheck(system, actor, "update", named);
      const start = new Date(sent.time ?? Date.now());
      if (start.getTime() > Date.now() + maxAheadMs)
        throw problem.badParts([{ path: "body.time", message: "is in the future" }]);
      await storeResult(system, await loadCheck(system, check), {
        ...bareResult(sent.status === true || sent.status === "healthy" ? "healthy" : "unhealthy", start),
        isInvalid: sent.invalid ?? false,
        durationMs: Math.round(sent.duration ?? 0),
        message: sent.message ?? "",
        error: sent.error ?? "",
        detail: sent.detail ?? sent.details ?? null,
      });
      return undefined;
    },
  );
}
