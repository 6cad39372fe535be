// Cloud credentials for a script, in the form that the tools of each cloud expect: variables, and files in the run
// directory. Both exist only while the script runs.
import { z } from "zod";
import type { Credentials } from "#server/exec/script.ts";
import { ownCluster } from "#areas/connections/server/index.ts";
import { connectionOf, envVar, part, refused, text, yes } from "#server/spec/parts.ts";
import { ActionInvalid, type ActionContext } from "../../action-kind.ts";

const instead =
  "cannot be passed to a script: pass its credentials in env, as a reference to a secret, and remove this field";

export const cloudFields = {
  gcp: part({
    connection: connectionOf("google_cloud", "gcs").optional(),
    credentials: envVar
      .optional()
      .meta({ label: "Key", field: "env-var", secret: true, description: "The JSON key of a service account." }),
    project: text.optional().meta({ label: "Project", description: "Default: the project of the key." }),
  })
    .optional()
    .meta({ label: "Google Cloud" }),
  azure: part({
    connection: connectionOf("azure").optional(),
    clientID: envVar.optional().meta({ label: "Client id", field: "env-var" }),
    clientSecret: envVar.optional().meta({ label: "Client secret", field: "env-var", secret: true }),
    tenantID: text.optional().meta({ label: "Tenant id" }),
  })
    .optional()
    .meta({ label: "Azure" }),
  fromConfigItem: text.optional().meta({
    label: "From config item",
    description: "The id of a config item: the connection to Kubernetes of the scraper that found it.",
  }),
  serviceAccount: yes.optional().meta({
    label: "Service account",
    description: "The cluster that Quarterdeck runs in, with the token of its pod.",
  }),
  ...Object.fromEntries(["opensearch", "eksPodIdentity"].map((name) => [name, refused(instead)])),
};

const clouds = z.looseObject(cloudFields);

/** The default path in Google's libraries. */
const googleKey = ".config/gcloud/application_default_credentials.json";

/** The names of the variables that a script gets for its cloud connections. */
export const cloudVariables: Readonly<Record<string, readonly string[]>> = {
  aws: [
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "AWS_REGION",
    "AWS_DEFAULT_REGION",
    "AWS_ENDPOINT_URL",
  ],
  gcp: [
    "GOOGLE_APPLICATION_CREDENTIALS",
    "CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE",
    "GOOGLE_CLOUD_PROJECT",
    "CLOUDSDK_CORE_PROJECT",
  ],
  azure: ["AZURE_CLIENT_ID", "AZURE_CLIENT_SECRET", "AZURE_TENANT_ID"],
};

export async function cloudAccess(
  { gcp, azure, serviceAccount, kubernetes, fromConfigItem }: z.output<typeof clouds>,
  run: Pick<ActionContext, "connection" | "value" | "scrubber" | "cluster">,
): Promise<Credentials> {
  const valueOf = async (written: z.output<typeof envVar> | undefined, stored: string | null | undefined) =>
    (written === undefined ? "" : await run.value(written)) || stored || "";
  const opened = async (by: string | undefined) => (by ? run.connection({ connection: by }) : undefined);
  const found: Required<Credentials> = { env: {}, files: [], paths: {} };
  if (gcp) {
    const key = await valueOf(gcp.credentials, (await opened(gcp.connection))?.certificate);
    if (key === "") throw new ActionInvalid("The Google Cloud connection has no key to pass to the script.");
    const { private_key, project_id } = keyFile.safeParse(jsonOf(key)).data ?? {};
    run.scrubber.know(key, private_key);
    const project = gcp.project || project_id;
    found.files.push({ path: googleKey, content: key });
    for (const name of cloudVariables["gcp"]!.slice(0, 2)) found.paths[name] = googleKey;
    if (project) Object.assign(found.env, { GOOGLE_CLOUD_PROJECT: project, CLOUDSDK_CORE_PROJECT: project });
  }
  if (azure) {
    const by = await opened(azure.connection);
    const client = await valueOf(azure.clientID, by?.username);
    const secret = await valueOf(azure.clientSecret, by?.password);
    const tenant = azure.tenantID || by?.properties["tenant"] || "";
    if (client === "" || secret === "" || tenant === "")
      throw new ActionInvalid("Azure needs a client id, a client secret and a tenant id for the script.");
    run.scrubber.know(secret);
    Object.assign(found.env, { AZURE_CLIENT_ID: client, AZURE_CLIENT_SECRET: secret, AZURE_TENANT_ID: tenant });
  }
  if (serviceAccount) {
    if (kubernetes || fromConfigItem)
      throw new ActionInvalid(
        "Both serviceAccount and another connection set the cluster of the script. Remove one of them.",
      );
    if (!run.cluster) throw new ActionInvalid("Quarterdeck is not running in a cluster, so it has no service account.");
    found.files.push({ path: ".kube/config", content: await kubeconfigOf(run.cluster, run) });
  }
  return found;
}

/** https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/ */
async function kubeconfigOf(
  own: NonNullable<ActionContext["cluster"]>,
  { scrubber }: Pick<ActionContext, "scrubber">,
): Promise<string> {
  const { address: server, tls, secrets } = await ownCluster(own);
  scrubber.know(...secrets);
  const name = "own";
  const authority = Buffer.from(tls.ca ?? "").toString("base64");
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster: { server, "certificate-authority-data": authority } }],
    users: [{ name, user: { token: secrets[0] } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  });
}

const keyFile = z.object({ private_key: z.string().optional(), project_id: z.string().optional() });

function jsonOf(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}
