// The API of Alertmanager under /api/v2, and the receiver of its webhooks. Clients authenticate with an access token.
import type { FastifyInstance } from "fastify";
import type { System } from "#server/area.ts";
import { originOf } from "#server/audit/audit.ts";
import { readBodies } from "#server/http/read-bodies.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../alertmanager.contract.ts";
import * as schema from "../../alertmanager.contract.schema.ts";
import { createSilences } from "../silences/match.ts";
import { postedAlert, webhookAlert } from "./alert.ts";
import { createJudgedAlerts } from "./judged-alerts.ts";
import { groupAlerts, listAlerts, matchersOf, receiver } from "./list-alerts.ts";
import { receiveAlerts } from "./receive.ts";
import { expireSilence, listSilences, oneSilence, writeSilence } from "./silence-api.ts";
import { nameOfSender, openSource } from "./source.ts";

const readsCanaries = { action: "read", resource: "canaries" } as const;
const readsSilences = { action: "read", resource: "notifications" } as const;
const writesSilences = { action: "write", resource: "notifications" } as const;

export function alertmanagerRoutes(app: FastifyInstance, system: System): void {
  void app.register(async (scope) => {
    // Clients may omit the content type.
    readBodies(scope, "*");
    receivingRoutes(scope, system);
    silenceRoutes(scope, system);
  });
  const silences = createSilences(system);
  const judged = createJudgedAlerts(system, silences);
  app.addHook("onClose", async () => silences.close());
  const startedAt = new Date().toISOString();

  handle(
    app,
    contract.getAlerts,
    schema.getAlerts,
    { access: readsCanaries, summary: "Lists active alerts (Alertmanager API)" },
    async ({ query, actor }) => {
      await system.features.require("health", "the list of alerts");
      return listAlerts(system, judged, actor, query);
    },
  );
  handle(
    app,
    contract.getAlertGroups,
    schema.getAlertGroups,
    { access: readsCanaries, summary: "Lists active alerts in groups (Alertmanager API)" },
    async ({ query, actor }) => {
      await system.features.require("health", "the list of alerts");
      return groupAlerts(await listAlerts(system, judged, actor, query));
    },
  );
  handle(
    app,
    contract.getStatus,
    schema.getStatus,
    { access: "signed-in", summary: "The status of the server (Alertmanager API)" },
    () => ({
      cluster: { status: "disabled" as const, peers: [] },
      versionInfo: { branch: "", buildDate: "", buildUser: "", goVersion: "", revision: "", version: "0.27.0" },
      config: { original: `route:\n  receiver: ${receiver.name}\nreceivers:\n- name: ${receiver.name}\n` },
      uptime: startedAt,
    }),
  );
  handle(
    app,
    contract.getReceivers,
    schema.getReceivers,
    { access: "signed-in", summary: "Lists receivers (Alertmanager API)" },
    () => [receiver],
  );
}

function receivingRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.postAlerts,
    schema.postAlerts,
    { access: "signed-in", summary: "Receives alerts of Prometheus (Alertmanager API)" },
    async ({ body, actor }) => {
      await system.features.require("health", "an alert");
      const canary = await openSource(system, actor, nameOfSender(actor));
      const now = new Date();
      await receiveAlerts(
        system,
        canary,
        body.map((alert) => postedAlert(alert, now)),
      );
      return undefined;
    },
  );
  handle(
    app,
    contract.postWebhook,
    schema.postWebhook,
    { access: "signed-in", summary: "Receives the webhooks of an Alertmanager" },
    async ({ query, body, actor }) => {
      await system.features.require("health", "an alert");
      const canary = await openSource(system, actor, query.source);
      const now = new Date();
      await receiveAlerts(
        system,
        canary,
        body.alerts.map((alert) => webhookAlert(alert, now)),
      );
      return { message: "ok" as const };
    },
  );
}

function silenceRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.getSilences,
    schema.getSilences,
    { access: readsSilences, summary: "Lists silences with matchers (Alertmanager API)" },
    ({ query, actor }) => listSilences(system, actor, matchersOf(query.filter)),
  );
  handle(
    app,
    contract.postSilence,
    schema.postSilence,
    { access: writesSilences, summary: "Creates or changes a silence with matchers (Alertmanager API)" },
    async ({ body, actor, request }) => ({
      silenceID: await writeSilence(system, { actor, origin: originOf(request) }, body),
    }),
  );
  handle(
    app,
    contract.getSilence,
    schema.getSilence,
    { access: readsSilences, summary: "Returns a silence with matchers (Alertmanager API)" },
    ({ params, actor }) => oneSilence(system, actor, params.silenceID),
  );
  handle(
    app,
    contract.deleteSilence,
    schema.deleteSilence,
    { access: writesSilences, summary: "Ends a silence with matchers (Alertmanager API)" },
    async ({ params, actor, request }) => {
      await expireSilence(system, { actor, origin: originOf(request) }, params.silenceID);
      return undefined;
    },
  );
}
