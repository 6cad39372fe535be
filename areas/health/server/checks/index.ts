// All kinds of checks that this version can run, by type.
import type { CheckKind } from "../check-kind.ts";
import { alertmanager } from "./alertmanager.ts";
import { catalog } from "./catalog.ts";
import { dns } from "./dns.ts";
import { elasticsearch } from "./elasticsearch.ts";
import { exec } from "./exec.ts";
import { folder } from "./folder.ts";
import { git } from "./git.ts";
import { github } from "./github.ts";
import { http } from "./http.ts";
import { icmp } from "./icmp.ts";
import { junit } from "./junit.ts";
import { kubernetes } from "./kubernetes.ts";
import { kubernetesResource } from "./kubernetes-resource.ts";
import { ldap } from "./ldap.ts";
import { mongodb } from "./mongodb.ts";
import { mssql } from "./mssql.ts";
import { mysql } from "./mysql.ts";
import { opensearch } from "./opensearch.ts";
import { postgres } from "./postgres.ts";
import { prometheus } from "./prometheus.ts";
import { quarterdeck } from "./quarterdeck.ts";
import { redis } from "./redis.ts";
import { s3 } from "./s3.ts";
import { tcp } from "./tcp.ts";
import { webhook } from "./webhook.ts";

// The casts are safe because a kind only gets a spec that its own schema accepted.
export const checkKinds = [
  alertmanager,
  catalog,
  dns,
  elasticsearch,
  exec,
  folder,
  git,
  github,
  http,
  icmp,
  junit,
  kubernetes,
  kubernetesResource,
  ldap,
  mongodb,
  mssql,
  mysql,
  opensearch,
  postgres,
  prometheus,
  quarterdeck,
  redis,
  s3,
  tcp,
  webhook,
] as readonly unknown[] as readonly CheckKind[];

const byType = new Map(checkKinds.map((kind) => [kind.type, kind]));

export const kindNamed = (type: string): CheckKind | undefined => byType.get(type);

/** Whether checks of this type only receive results and are never run. */
export const isPassive = (type: string) => kindNamed(type)?.isPassive === true || type === "webhook";
