// All kinds of actions. Each is a kind of the family action, and a field of the actions of a playbook. Drivers and other
// large libraries are loaded by the clients that they use, on first use.
import type { ActionKind } from "../action-kind.ts";
import { ai } from "./ai.ts";
import { azureDevopsPipeline } from "./azure-devops-pipeline.ts";
import { exec } from "./exec.ts";
import { github } from "./github.ts";
import { gitops } from "./gitops.ts";
import { http } from "./http.ts";
import { logs } from "./logs.ts";
import { notification } from "./notification.ts";
import { pod } from "./pod.ts";
import { sql } from "./sql.ts";

/** The type of the spec of each kind is only known to itself; its schema validates the block before it runs. */
export const actionKinds = [
  exec,
  http,
  sql,
  pod,
  gitops,
  github,
  azureDevopsPipeline,
  notification,
  ai,
  logs,
] as unknown as readonly ActionKind[];
