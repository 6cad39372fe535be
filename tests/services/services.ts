// Every simulated service, and a working connection for each connection type.
import { alertKeys } from "./alerting.ts";
import { awsKeys, azureApp, clouds, clusterToken, googleKey } from "./clouds.ts";
import { code, tokens } from "./code.ts";
import { keys, languageModels } from "./language-models.ts";
import { chatKeys, messengers } from "./messengers.ts";
import { monitoring, monitoringKeys } from "./monitoring.ts";
import { resticPassword, resticServer, resticServers } from "./restic.ts";
import type { Parts } from "./tried.ts";

export const services = { ...languageModels, ...clouds, ...code, ...monitoring, ...resticServers, ...messengers };

export interface Working {
  parts: Parts;
  /** Values that no message may contain. */
  secrets: readonly string[];
  /** The result of the connection test. */
  reached: string;
}

const google = googleKey();

export const kubeconfig = (user: object, cluster: object = {}) =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "ops",
    contexts: [{ name: "ops", context: { cluster: "ops", user: "deck" } }],
    clusters: [{ name: "ops", cluster: { server: "https://kube.example:6443", ...cluster } }],
    users: [{ name: "deck", user }],
  });

export const working: Readonly<Record<string, Working>> = {
  anthropic: {
    parts: { password: keys.anthropic },
    secrets: [keys.anthropic],
    reached: "Anthropic at api.anthropic.com, 3 models",
  },
  openai: {
    parts: { password: keys.openai },
    secrets: [keys.openai],
    reached: "OpenAI at api.openai.com, 2 models",
  },
  ollama: {
    parts: { url: "https://ollama.example", password: keys.ollama },
    secrets: [keys.ollama],
    reached: "Ollama at ollama.example, 2 models",
  },
  aws: {
    parts: { username: awsKeys.accessKey, password: awsKeys.secretKey, properties: { region: "eu-central-1" } },
    secrets: [awsKeys.accessKey, awsKeys.secretKey],
    reached: "AWS account 123456789012, eu-central-1, as arn:aws:iam::123456789012:user/Alice",
  },
  azure: {
    parts: { username: azureApp.client, password: azureApp.secret, properties: { tenant: azureApp.tenant } },
    secrets: [azureApp.secret],
    reached: `Azure, tenant ${azureApp.tenant}, as application ${azureApp.client}`,
  },
  azure_devops: {
    parts: { username: "fabrikam", password: tokens.azureDevops },
    secrets: [tokens.azureDevops],
    reached: "Azure DevOps, organization fabrikam, 2 projects",
  },
  google_cloud: {
    parts: { url: "https://cloudresourcemanager.googleapis.com", certificate: google },
    secrets: [(JSON.parse(google) as { private_key: string }).private_key],
    reached:
      "Google Cloud at cloudresourcemanager.googleapis.com, 2 projects, as quarterdeck@orders-prod.iam.gserviceaccount.com",
  },
  gcs: {
    parts: { url: "https://storage.googleapis.com", certificate: google },
    secrets: [(JSON.parse(google) as { private_key: string }).private_key],
    reached:
      "Google Cloud Storage at storage.googleapis.com, project orders-prod, 2 buckets, as quarterdeck@orders-prod.iam.gserviceaccount.com",
  },
  github: {
    parts: { password: tokens.github },
    secrets: [tokens.github],
    reached: "GitHub, as octocat, until 2027-03-01 10:00:00 UTC",
  },
  gitlab: {
    parts: { password: tokens.gitlab },
    secrets: [tokens.gitlab],
    reached: "GitLab, as john_smith",
  },
  kubernetes: {
    parts: { certificate: kubeconfig({ token: clusterToken }) },
    secrets: [clusterToken],
    reached: "Kubernetes v1.33.1 at kube.example:6443, as system:serviceaccount:ops:quarterdeck",
  },
  dynatrace: {
    parts: {
      url: "abc12345.live.dynatrace.com",
      password: monitoringKeys.dynatrace,
      properties: { scheme: "https" },
    },
    secrets: [monitoringKeys.dynatrace],
    reached: "Dynatrace at abc12345.live.dynatrace.com, key quarterdeck of john.smith, until 2027-11-12T00:00:00.000Z",
  },
  elasticsearch: {
    parts: { url: "https://elastic.example:9200", username: "elastic", password: monitoringKeys.elastic },
    secrets: [monitoringKeys.elastic],
    reached: "Elasticsearch cluster orders, green, 3 nodes, as elastic",
  },
  restic: {
    parts: {
      url: `rest:https://${resticServer.user}:${resticServer.password}@backup.example:8000/mondays/`,
      password: resticPassword,
    },
    secrets: [resticPassword, resticServer.password],
    reached: "Restic repository deda25509b, version 2, at backup.example:8000, with the key of root@vm",
  },
  discord: {
    parts: { username: "223704706495545344", password: chatKeys.discord },
    secrets: [chatKeys.discord],
    reached: "Discord, channel 199737254929760256, as ops",
  },
  slack: {
    parts: { username: "C0123456789", password: chatKeys.slack },
    secrets: [chatKeys.slack],
    reached: "Slack, Fabrikam, as deck",
  },
  telegram: {
    parts: { username: "@ops, -1001234567890", password: chatKeys.telegram },
    secrets: [chatKeys.telegram],
    reached: "Telegram, 2 chats, as deck_bot",
  },
  pushover: {
    parts: { username: chatKeys.pushoverUser, password: chatKeys.pushover },
    secrets: [chatKeys.pushover, chatKeys.pushoverUser],
    reached: "Pushover, 2 devices of the user",
  },
  pushbullet: {
    parts: { password: chatKeys.pushbullet, properties: { targets: "#ops, ada@fabrikam.example, phone1" } },
    secrets: [chatKeys.pushbullet],
    reached: "Pushbullet, as elon@fabrikam.example",
  },
  opsgenie: {
    parts: { password: alertKeys.opsgenie, properties: { host: "api.opsgenie.com", port: "443" } },
    secrets: [alertKeys.opsgenie],
    reached: "OpsGenie at api.opsgenie.com, account fabrikam",
  },
  pagerduty: {
    parts: { password: alertKeys.pagerduty },
    secrets: [alertKeys.pagerduty],
    reached: "PagerDuty at events.pagerduty.com, with a valid integration key",
  },
  alertmanager: {
    parts: { url: "https://alertmanager.example:9093/am", username: "deck", password: alertKeys.alertmanager },
    secrets: [alertKeys.alertmanager],
    reached: "Alertmanager 0.28.1 at alertmanager.example:9093, cluster ready",
  },
  mattermost: {
    parts: {
      username: "deck",
      password: chatKeys.mattermost,
      properties: { host: "mattermost.example:8443", channel: "town-square" },
    },
    secrets: [chatKeys.mattermost],
    reached: "Mattermost at mattermost.example:8443, with a valid webhook",
  },
  rocketchat: {
    parts: {
      username: chatKeys.rocketA,
      password: chatKeys.rocketB,
      properties: { host: "rocket.example", port: "8443", channel: "#ops" },
    },
    secrets: [chatKeys.rocketA, chatKeys.rocketB],
    reached: "Rocket.Chat at rocket.example:8443, with a valid webhook",
  },
  teams: {
    parts: {
      properties: {
        group: "11111111",
        tenant: "22222222",
        altID: chatKeys.teamsAlt,
        groupOwner: chatKeys.teamsOwner,
        host: "outlook.office.com",
      },
    },
    secrets: [chatKeys.teamsAlt, chatKeys.teamsOwner],
    reached: "Teams at outlook.office.com, with a valid webhook",
  },
  ifttt: {
    parts: { username: chatKeys.ifttt },
    secrets: [chatKeys.ifttt],
    reached: "IFTTT responds, but it has no API to check a webhook. Only sending a message can test the connection",
  },
  google_chat: {
    parts: { username: chatKeys.googleKey, password: chatKeys.googleToken, properties: { webhook: "AAAABBBB" } },
    secrets: [chatKeys.googleKey, chatKeys.googleToken],
    reached: "Google Chat, space AAAABBBB, with a valid webhook",
  },
  matrix: {
    parts: { username: "deck", password: chatKeys.matrixPassword, properties: { host: "matrix.example" } },
    secrets: [chatKeys.matrixPassword, chatKeys.matrixToken],
    reached: "Matrix at matrix.example, as @deck:matrix.example",
  },
  ntfy: {
    parts: { username: "phil", password: chatKeys.ntfy, properties: { host: "ntfy.sh", topic: "alerts" } },
    secrets: [chatKeys.ntfy],
    reached: "ntfy at ntfy.sh, topic alerts, as phil; only sending a message shows whether it may write there",
  },
  zulip_chat: {
    parts: { username: "deck-bot@zulip.example", password: chatKeys.zulip, properties: { host: "zulip.example" } },
    secrets: [chatKeys.zulip],
    reached: "Zulip at zulip.example, as Deck (deck-bot@zulip.example)",
  },
  generic_webhook: {
    parts: { username: "https://hooks.example/in/canaryFf-webhook", properties: {} },
    secrets: ["canaryFf-webhook"],
    reached: "hooks.example was reached. Only sending a message can test the connection",
  },
};
