// Simulates services that group messages into alerts, according to their documentation. `alerts` holds the open alerts
// by service and key.
import { json, type Answer, type Asked, type StandIn } from "./stand-in.ts";

export const alertKeys = {
  opsgenie: "50b71849-canaryN-opsgenie",
  opsgenieOfIntegration: "50b71849-canaryM-opsgenie",
  pagerduty: "R0canaryJj2a3b4c5d6e7f8a9b0c1d2e",
  alertmanager: "canaryKk-alertmanager",
};

/** The open alerts with their titles. */
export const alerts = new Map<string, string>();
/** Every message that a service accepted. */
export const alertLog: string[] = [];

const said = <Body>({ body }: Asked) => JSON.parse(body || "{}") as Body;

interface OpsgenieAlert {
  message: string;
  alias?: string;
  description?: string;
}

/** https://docs.opsgenie.com/docs/account-api and …/alert-api */
const opsgenie: StandIn = (asked) => {
  const key = asked.headers["authorization"]?.replace("GenieKey ", "");
  const answer = (status: number, message: string) => json({ message, took: 0.001, requestId: "0a1b" }, status);
  if (key !== alertKeys.opsgenie && key !== alertKeys.opsgenieOfIntegration)
    return answer(401, "Could not authenticate");
  const accepted = json({ result: "Request will be processed", took: 0.302, requestId: "43a29c5c" }, 202);
  if (asked.path === "/v2/alerts") {
    const { message, alias = message, description = "" } = said<OpsgenieAlert>(asked);
    if (message.length > 130 || alias.length > 512 || description.length > 15_000)
      return answer(422, "Request body is not processable. Please check the errors.");
    alerts.set(`opsgenie ${alias}`, message);
    alertLog.push(`opsgenie: ${message}`);
    return accepted;
  }
  const [, alias] = /^\/v2\/alerts\/([^/]+)\/close$/.exec(asked.path) ?? [];
  if (alias !== undefined && asked.query.get("identifierType") === "alias")
    return alerts.delete(`opsgenie ${decodeURIComponent(alias)}`) ? accepted : answer(404, "Alert does not exist");
  if (key === alertKeys.opsgenieOfIntegration) return answer(403, "You are not authorized to access configurations");
  return json({
    data: { name: "fabrikam", userCount: 1450, plan: { name: "Enterprise" } },
    took: 0.084,
    requestId: "1",
  });
};

interface PagerDutyEvent {
  routing_key: string;
  event_action: string;
  dedup_key: string;
  payload?: { summary: string; source: string; severity: string };
}

/** https://developer.pagerduty.com/docs/events-api-v2/; change events do not open an alert. */
const pagerduty: StandIn = (asked) => {
  const invalid = (...errors: string[]) =>
    json({ status: "invalid event", message: "Event object is invalid", errors }, 400);
  if (!/^\/v2\/(?:change\/)?enqueue$/.test(asked.path) || asked.method !== "POST")
    return json({ message: "Not found" }, 404);
  const { routing_key, event_action, dedup_key, payload } = said<PagerDutyEvent>(asked);
  if (routing_key !== alertKeys.pagerduty) return invalid("Invalid routing key");
  if (asked.path === "/v2/change/enqueue") {
    if (!payload?.summary || payload.summary.length > 1_024) return invalid("Length of 'summary' is incorrect");
    alertLog.push(`pagerduty change: ${payload.summary}`);
    return json({ status: "success", message: "Change event processed" }, 202);
  }
  if (dedup_key.length > 255) return invalid("Length of 'dedup_key' is incorrect (should be between 1 and 255)");
  if (event_action === "resolve") alerts.delete(`pagerduty ${dedup_key}`);
  else if (!payload?.source || !/^(?:critical|error|warning|info)$/.test(payload.severity))
    return invalid("'payload' is incomplete");
  else if (payload.summary === "" || payload.summary.length > 1_024) return invalid("Length of 'summary' is incorrect");
  else {
    alerts.set(`pagerduty ${dedup_key}`, payload.summary);
    alertLog.push(`pagerduty: ${payload.summary}`);
  }
  return json({ status: "success", message: "Event processed", dedup_key }, 202);
};

interface PostedAlert {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  endsAt: string;
}

/** https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml */
const alertmanager: StandIn = (asked): Answer => {
  const user = Buffer.from(asked.headers["authorization"]?.replace("Basic ", "") ?? "", "base64").toString();
  if (user !== `deck:${alertKeys.alertmanager}`) return { status: 401, body: "Unauthorized" };
  if (asked.path === "/am/api/v2/status")
    return json({
      cluster: { status: "ready", peers: [] },
      versionInfo: { version: "0.28.1" },
      uptime: "2026-11-17T10:00:00Z",
    });
  if (asked.path !== "/am/api/v2/alerts" || asked.method !== "POST") return { status: 404, body: "not found" };
  for (const { labels, annotations, endsAt } of said<PostedAlert[]>(asked)) {
    const names = [...Object.keys(labels), ...Object.keys(annotations)];
    if (!labels["alertname"] || names.some((name) => !/^[a-z_]\w*$/i.test(name)))
      return json({ code: 400, message: "invalid label set" }, 400);
    const key = `alertmanager ${Object.keys(labels)
      .sort()
      .map((name) => `${name}=${labels[name]}`)
      .join(" ")}`;
    if (Date.parse(endsAt) <= Date.now()) alerts.delete(key);
    else alerts.set(key, annotations["summary"] ?? "");
    alertLog.push(`alertmanager: ${annotations["summary"]}`);
  }
  return { status: 200 };
};

export const alerting = {
  "api.opsgenie.com": opsgenie,
  "api.eu.opsgenie.com": opsgenie,
  "events.pagerduty.com": pagerduty,
  "alertmanager.example": alertmanager,
};
