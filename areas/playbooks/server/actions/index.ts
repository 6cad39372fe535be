// All action kinds. Each is a kind of the family action, and a field of a playbook's actions. Database drivers and
// other large libraries are loaded on first use.
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

/**
 * Each kind has its own spec type, which is not known here. The schema of the kind validates the block before it runs.
 */
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
