// Every kind of scraper, by its type.
import type { ScraperKind } from "../scrape/scraper-kind.ts";
import { clickhouse } from "./clickhouse.ts";
import { exec } from "./exec.ts";
import { file } from "./file.ts";
import { githubActions } from "./github-actions.ts";
import { github } from "./github.ts";
import { http } from "./http.ts";
import { kubernetesFile } from "./kubernetes-file.ts";
import { kubernetes } from "./kubernetes.ts";
import { postgres } from "./postgres.ts";
import { sql } from "./sql.ts";
import { system } from "./system.ts";
import { terraform } from "./terraform.ts";

// The cast is safe: a kind only receives specs that its own schema has validated.
export const scraperKinds = [
  // Sorted, one per line.
  clickhouse,
  exec,
  file,
  github,
  githubActions,
  http,
  kubernetes,
  kubernetesFile,
  postgres,
  sql,
  system,
  terraform,
] as readonly unknown[] as readonly ScraperKind[];
