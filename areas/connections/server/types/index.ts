// Every type of connection.
import type { ConnectionType } from "../connection/connection-type.ts";
import { alertmanager } from "./alertmanager.ts";
import { anthropic } from "./anthropic.ts";
import { aws } from "./aws.ts";
import { azure } from "./azure.ts";
import { azureDevops } from "./azure_devops.ts";
import { discord } from "./discord.ts";
import { dynatrace } from "./dynatrace.ts";
import { elasticsearch } from "./elasticsearch.ts";
import { email } from "./email.ts";
import { folder } from "./folder.ts";
import { gcs } from "./gcs.ts";
import { genericWebhook } from "./generic_webhook.ts";
import { git } from "./git.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import { googleChat } from "./google_chat.ts";
import { googleCloud } from "./google_cloud.ts";
import { http } from "./http.ts";
import { ifttt } from "./ifttt.ts";
import { jmeter } from "./jmeter.ts";
import { kubernetes } from "./kubernetes.ts";
import { ldap } from "./ldap.ts";
import { matrix } from "./matrix.ts";
import { mattermost } from "./mattermost.ts";
import { mongo } from "./mongo.ts";
import { mysql } from "./mysql.ts";
import { ntfy } from "./ntfy.ts";
import { ollama } from "./ollama.ts";
import { openai } from "./openai.ts";
import { opsgenie } from "./opsgenie.ts";
import { pagerduty } from "./pagerduty.ts";
import { postgres } from "./postgres.ts";
import { prometheus } from "./prometheus.ts";
import { pushbullet } from "./pushbullet.ts";
import { pushover } from "./pushover.ts";
import { redis } from "./redis.ts";
import { restic } from "./restic.ts";
import { rocketchat } from "./rocketchat.ts";
import { s3 } from "./s3.ts";
import { sftp } from "./sftp.ts";
import { slack } from "./slack.ts";
import { smb } from "./smb.ts";
import { sqlServer } from "./sql_server.ts";
import { teams } from "./teams.ts";
import { telegram } from "./telegram.ts";
import { windows } from "./windows.ts";
import { zulipChat } from "./zulip_chat.ts";

export const connectionTypes: readonly ConnectionType[] = [
  alertmanager,
  anthropic,
  aws,
  azure,
  azureDevops,
  discord,
  dynatrace,
  elasticsearch,
  email,
  folder,
  gcs,
  genericWebhook,
  git,
  github,
  gitlab,
  googleChat,
  googleCloud,
  http,
  ifttt,
  jmeter,
  kubernetes,
  ldap,
  matrix,
  mattermost,
  mongo,
  mysql,
  ntfy,
  ollama,
  openai,
  opsgenie,
  pagerduty,
  postgres,
  prometheus,
  pushbullet,
  pushover,
  redis,
  restic,
  rocketchat,
  s3,
  sftp,
  slack,
  smb,
  sqlServer,
  teams,
  telegram,
  windows,
  zulipChat,
];
