// Finds the address and the credentials of a cluster, from a kubeconfig or from inside the cluster. Only values inside
// the kubeconfig are used: its author may lack the permission to run programs or read files on the Quarterdeck machine.
import { z } from "zod";
import { yaml } from "#lib/load/on-demand.ts";
import type { Cluster as RunningIn } from "#server/env/env.ts";
import type { TlsTarget } from "#server/outbound/outbound.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { readServiceAccount } from "../connection/service-account.ts";
import { basic } from "./service-call.ts";

export interface Cluster {
  address: string;
  headers: Record<string, string>;
  tls: TlsTarget;
  secrets: string[];
}

const text = z.string().optional();
const name = z.coerce.string();

const clusters = z.looseObject({
  server: z.string(),
  "certificate-authority-data": text,
  "insecure-skip-tls-verify": z.boolean().optional(),
  "tls-server-name": text,
});
const users = z.looseObject({
  token: text,
  username: text,
  password: text,
  "client-certificate-data": text,
  "client-key-data": text,
  as: text,
});
const contexts = z.looseObject({ cluster: z.string(), user: text });

const file = z.looseObject({
  "current-context": text,
  clusters: z.array(z.object({ name, cluster: clusters })).default([]),
  users: z.array(z.object({ name, user: users.nullish() })).default([]),
  contexts: z.array(z.object({ name, context: contexts })).default([]),
});

const fix =
  "Paste a kubeconfig that contains its certificates and token, as printed by: kubectl config view --raw --minify --flatten.";

/** Fields of a kubeconfig that would run a program or read a file, each with the text that ends the error message. */
const refused: Readonly<Record<string, string>> = {
  exec: "a program that fetches a token (exec), which is not supported",
  "auth-provider": "an auth-provider, which kubectl no longer supports",
  tokenFile: "a token file, which is not supported",
  "client-certificate": "a certificate file, which is not supported",
  "client-key": "a key file, which is not supported",
  "certificate-authority": "a certificate authority file, which is not supported",
  "proxy-url": "its own proxy, which is not supported",
};

/** `field` is the label of the form field, used in error messages. */
export function clusterOf(kubeconfig: string, field = "Certificate"): Cluster {
  const config = readFileOf(kubeconfig, field);
  const current = config["current-context"] || (config.contexts.length === 1 ? config.contexts[0]!.name : undefined);
  if (!current) throw new ConnectionFailure("The kubeconfig has no current context", "Set current-context.");
  const { context } = named(config.contexts, "context", current);
  const { cluster } = named(config.clusters, "cluster", context.cluster);
  const user = (context.user && named(config.users, "user", context.user).user) || {};
  for (const [key, what] of Object.entries(refused))
    if (Object.hasOwn(cluster, key) || Object.hasOwn(user, key))
      throw new ConnectionFailure(`The kubeconfig uses ${what}`, fix);
  return {
    address: cluster.server,
    headers: headersOf(user),
    tls: {
      insecure: cluster["insecure-skip-tls-verify"],
      servername: cluster["tls-server-name"],
      ca: decoded(cluster["certificate-authority-data"]),
      cert: decoded(user["client-certificate-data"]),
      key: decoded(user["client-key-data"]),
    },
    secrets: [user.token, user.password, user["client-key-data"]].filter((secret) => secret !== undefined),
  };
}

function readFileOf(kubeconfig: string, field: string): z.output<typeof file> {
  let parsed: unknown;
  try {
    parsed = yaml().parse(kubeconfig);
  } catch {
    throw new ConnectionFailure(`${field} is not a kubeconfig: it is not valid YAML`, fix);
  }
  const read = file.safeParse(parsed);
  if (read.success) return read.data;
  const at = read.error.issues[0]!.path.join(".");
  throw new ConnectionFailure(`${field} is not a kubeconfig${at ? `: check ${at}` : ""}`, fix);
}

function named<Entry extends { name: string }>(entries: readonly Entry[], what: string, name: string): Entry {
  const found = entries.find((entry) => entry.name === name);
  if (!found) throw new ConnectionFailure(`The kubeconfig has no ${what} ${name}`, fix);
  return found;
}

function headersOf(user: z.output<typeof users>): Record<string, string> {
  const headers: Record<string, string> = {};
  if (user.token) headers["authorization"] = `Bearer ${user.token}`;
  else if (user.username) headers["authorization"] = basic(user.username, user.password ?? "");
  if (user.as) headers["impersonate-user"] = user.as;
  return headers;
}

const decoded = (data: string | undefined) =>
  data === undefined ? undefined : Buffer.from(data, "base64").toString("utf8");

/** The cluster that Quarterdeck runs in. */
export async function ownCluster(own: RunningIn | undefined): Promise<Cluster> {
  if (!own)
    throw new ConnectionFailure(
      "No kubeconfig is set, and Quarterdeck is not running in a cluster",
      "Add a kubeconfig.",
    );
  const { token, ca } = await readServiceAccount(own);
  return { address: own.url, headers: { authorization: `Bearer ${token}` }, tls: { ca }, secrets: [token] };
}
