import { z } from "zod";
import { basicAuth, splitAddress } from "../connection/address.ts";
import { connectionType } from "../connection/connection-type.ts";
import { credential, insecureTls, line } from "../connection/fields.ts";
import { tlsOf } from "../connection/session.ts";
import { greeting } from "./messenger.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const state = z.object({ versionInfo: z.object({ version: z.string() }), cluster: z.object({ status: z.string() }) });

export const alertmanager = connectionType({
  type: "alertmanager",
  title: "Alertmanager",
  icon: "alertmanager",
  group: "Messages",
  isForMessages: true,
  fields: {
    url: line("URL", "url", { placeholder: "https://host:9093" }),
    username: credential("Username", "username", { inUrl: "user" }).optional(),
    password: credential("Password", "password", { inUrl: "password" }).optional(),
    insecure_tls: insecureTls,
  },
  async test(connection, trial) {
    const { address, user, password } = splitAddress(needed(connection.url, "URL"), connection);
    const service = serviceCall(trial, {
      name: "Alertmanager",
      address,
      credential: "username and password",
      secrets: [password],
      headers: basicAuth(user, password),
      tls: tlsOf(connection),
      right: "send alerts",
    });
    const { versionInfo, cluster } = await service.ask("/api/v2/status", state);
    if (trial.sends) {
      // The alert ends at once, so it is not repeated.
      const labels = { alertname: "QuarterdeckTest", severity: "info" };
      const now = new Date().toISOString();
      const reply = await service.reply("/api/v2/alerts", {
        json: [{ labels, annotations: { summary: greeting.message }, startsAt: now, endsAt: now }],
      });
      if (reply.status !== 200) throw service.refusal(reply);
    }
    return `Alertmanager ${versionInfo.version} at ${service.host}, cluster ${cluster.status}`;
  },
});
