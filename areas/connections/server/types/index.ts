// Every type of connection.
import type { ConnectionType } from "../connection-type.ts";
import { anthropic } from "./anthropic.ts";
import { aws } from "./aws.ts";
import { azure } from "./azure.ts";
import { azureDevops } from "./azure_devops.ts";
import { dynatrace } from "./dynatrace.ts";
import { elasticsearch } from "./elasticsearch.ts";
import { gcs } from "./gcs.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import { googleCloud } from "./google_cloud.ts";
import { jmeter } from "./jmeter.ts";
import { kubernetes } from "./kubernetes.ts";
import { ollama } from "./ollama.ts";
import { openai } from "./openai.ts";
import { postgres } from "./postgres.ts";
import { restic } from "./restic.ts";
import { slack } from "./slack.ts";
import { windows } from "./windows.ts";

export const connectionTypes: readonly ConnectionType[] = [
  anthropic,
  aws,
  azure,
  azureDevops,
  dynatrace,
  elasticsearch,
  gcs,
  github,
  gitlab,
  googleCloud,
  jmeter,
  kubernetes,
  ollama,
  openai,
  postgres,
  restic,
  slack,
  windows,
];
