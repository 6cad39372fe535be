// Connections to other systems, with their credentials.
import type { ServerArea } from "#server/area.ts";
import { connectionRoutes } from "./routes.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { connectionMcp } from "./tools.ts";
import { connectionTypes } from "./types/index.ts";
import { connectionShape, connectionWrites } from "./rows/writes.ts";

export { connectionUses, openForAgent, referencePattern, requireUses } from "./for-agents.ts";
export { deleteSent, deleteUnconfirmed, sentVersions, storeSent } from "./resolve/sent.ts";
export { sentForAction, sentForResource, type SentForAction, type SentForResource } from "./resolve/sent-connection.ts";
export type { OpenConnection } from "./connection/open-connection.ts";
export { addressConnection, resolveConnection, resolveValue, type Resolving } from "./resolve/resolve-connection.ts";
export { credentialsIn, reachFor, type Reach, type Reaching, type ReachOptions } from "./resolve/reach.ts";
export type { Automation, Subject } from "./resolve/subject.ts";
export { automationActor } from "./resolve/may-use.ts";
export type { EnvVar } from "./connection/value-reference.ts";
export { ConnectionFailure, DriverMissing, failureOf } from "./connection/failure.ts";
export { listRefs } from "./clients/git.ts";
export { clusterOf, ownCluster, type Cluster } from "./clients/kubeconfig.ts";
export {
  kubernetesApi,
  type KubernetesApi,
  type KubernetesEvent,
  type KubernetesObject,
  type KubernetesResource,
  type Selection,
} from "./clients/kubernetes.ts";
export { WatchGone } from "./clients/kubernetes-watch.ts";
export { clusterFields, clusterNamed, type NamedCluster } from "./named-cluster.ts";
export { withLdap } from "./clients/ldap.ts";
export { withMongo } from "./clients/mongo.ts";
export { eachMysqlRow, mysqlRows, withMysql } from "./clients/mysql.ts";
export { eachPostgresRow, postgresRows, withPostgres } from "./clients/postgres.ts";
export { postgresReader } from "./clients/postgres-values.ts";
export { withRedis } from "./clients/redis.ts";
export { withS3 } from "./clients/s3.ts";
export { SftpFolderRefused, withSftp } from "./clients/sftp.ts";
export { isSmbFolderError, withSmb } from "./clients/smb.ts";
export { sqlServerRows, withSqlServer } from "./clients/sql-server.ts";
export { takeRows, type TakenRows } from "./clients/take-rows.ts";
export { rowStream, type Answered, type EachRow } from "./clients/row-stream.ts";
export { aws, openAws } from "./resolve/aws.ts";
export { signedHeaders } from "./clients/aws-signature.ts";
export { awsKeysOf, regionOf, type AwsKeys } from "./clients/sts.ts";
export { scriptAccess } from "./script-access.ts";
export { gcp, gcsConnection } from "./gcp.ts";
export { requestOf, type HttpRequest } from "./http/request.ts";
export { RequestInvalid } from "./http/request-run.ts";
export { refuseOddRequest, refuseTwice, requestFields, type RequestSpec } from "./http/request-spec.ts";
export { readChallenges } from "./http/challenges.ts";
export { tls, tlsFields, tlsTargetOf } from "./http/tls.ts";
export { withBucket } from "./places/bucket.ts";
export { withGcsBucket } from "./places/gcs-bucket.ts";
export {
  maxFiles,
  TooManyFiles,
  type Bucket,
  type FileTree,
  type FoundFile,
  type UnreadableFolder,
} from "./places/found-file.ts";
export { bucketObjects, readTreePath, treeFiles } from "./places/walk.ts";
export { fetchSnapshot, filesAt, withGitFiles, type GitFiles, type GitSnapshot } from "./clients/git-files.ts";
export { newCommit, pushCommit, type FileChanges } from "./clients/git-commit.ts";
export { describeRef } from "./connection/git-refs.ts";
export { basic, serviceCall, type Reply, type Service, type ServiceCall } from "./clients/service-call.ts";
export { slackRefusal } from "./types/slack.ts";
export { hostIn } from "./types/messenger.ts";
export { mailServerOf, withSmtp, type MailServer } from "./clients/smtp.ts";
export { openWebServer, webAccess } from "./http/web-access.ts";
export { webServer, type WebServer } from "./connection/web.ts";
export { secretsInUrl, shownUrl } from "./rows/hidden.ts";

export const connections: ServerArea = {
  name: "connections",
  routes: connectionRoutes,
  writes: connectionWrites,
  mcp: connectionMcp,
  kinds: connectionTypes,
  schemas: manifestSchemas({
    names: ["connection"],
    kind: "Connection",
    apiVersion: "mission-control.flanksource.com/v1",
    spec: connectionShape.omit({ name: true, namespace: true }),
  }),
};
