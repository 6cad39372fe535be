// Every type of connection.
import type { ConnectionType } from "../connection-type.ts";
import { email } from "./email.ts";
import { folder } from "./folder.ts";
import { git } from "./git.ts";
import { http } from "./http.ts";
import { ldap } from "./ldap.ts";
import { mongo } from "./mongo.ts";
import { mysql } from "./mysql.ts";
import { postgres } from "./postgres.ts";
import { prometheus } from "./prometheus.ts";
import { redis } from "./redis.ts";
import { s3 } from "./s3.ts";
import { sftp } from "./sftp.ts";
import { slack } from "./slack.ts";
import { smb } from "./smb.ts";
import { sqlServer } from "./sql_server.ts";

export const connectionTypes: readonly ConnectionType[] = [
  email,
  folder,
  git,
  http,
  ldap,
  mongo,
  mysql,
  postgres,
  prometheus,
  redis,
  s3,
  sftp,
  slack,
  smb,
  sqlServer,
];
