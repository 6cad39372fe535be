// Every type of connection.
import type { ConnectionType } from "../connection-type.ts";
import { anthropic } from "./anthropic.ts";
import { azureDevops } from "./azure_devops.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import { ollama } from "./ollama.ts";
import { openai } from "./openai.ts";
import { postgres } from "./postgres.ts";
import { slack } from "./slack.ts";

export const connectionTypes: readonly ConnectionType[] = [
  anthropic,
  azureDevops,
  github,
  gitlab,
  ollama,
  openai,
  postgres,
  slack,
];
