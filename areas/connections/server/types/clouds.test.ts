import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  awsKeys,
  azureApp,
  clouds,
  clusterPassword,
  clusterToken,
  googleKey,
  otherPrivateKey,
} from "#tests/services/clouds.ts";
import { kubeconfig } from "#tests/services/services.ts";
import { readerRole, roleKeys } from "#tests/services/object-storage.ts";
import { startStandIns } from "#tests/services/stand-in.ts";
import { type Parts, tried } from "#tests/services/tried.ts";
import type { ConnectionType } from "../connection/connection-type.ts";
import { aws } from "./aws.ts";
import { azure } from "./azure.ts";
import { gcs } from "./gcs.ts";
import { googleCloud } from "./google_cloud.ts";
import { ownCluster } from "../clients/kubeconfig.ts";
import { kubernetes } from "./kubernetes.ts";

const standIns = await startStandIns(clouds);
const { accessKey, secretKey } = awsKeys;
const { client, secret, tenant } = azureApp;
const manager = "https://cloudresourcemanager.googleapis.com";
const storage = "https://storage.googleapis.com";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const ca = { "certificate-authority-data": base64(standIns.ca) };
const shown = standIns.issue({ subject: "deck-operator" });
const notGoogle =
  "Google does not accept the key of the service account → Check the key of the service account (mistyped, revoked, expired).";
const pasteKey = "Paste the JSON key of a service account, as downloaded from the Google Cloud console.";
const pasteConfig =
  "Paste a kubeconfig that contains its certificates and token, as printed by: kubectl config view --raw --minify --flatten.";

test.each<[title: string, type: ConnectionType, parts: Parts, expected: string]>([
  [
    "an access key that AWS does not know",
    aws,
    { username: "AKIAWRONG", password: secretKey },
    "AWS does not know the access key → Check Access Key: it may be mistyped or deleted.",
  ],
  [
    "a secret key that is another's",
    aws,
    { username: accessKey, password: "wrong" },
    "AWS does not accept the secret key → Check Secret Key: it does not belong to the access key.",
  ],
  [
    "an access key that is denied",
    aws,
    { username: "AKIADENIED", password: secretKey },
    "AWS accepts the access key but denies the request → Check the policies of its owner.",
  ],
  [
    "AWS without a region",
    aws,
    { username: accessKey, password: secretKey },
    "AWS account 123456789012, us-east-1, as arn:aws:iam::123456789012:user/Alice",
  ],
  [
    "a region of China's",
    aws,
    { username: accessKey, password: secretKey, properties: { region: "cn-north-1" } },
    "AWS account 123456789012, cn-north-1, as arn:aws:iam::123456789012:user/Alice",
  ],
  [
    "a region that would lead elsewhere",
    aws,
    { username: accessKey, password: secretKey, properties: { region: "evil.example/#" } },
    "The region is not valid → Use the form eu-central-1.",
  ],
  [
    "a role that is assumed",
    aws,
    { username: accessKey, password: secretKey, properties: { assumeRole: readerRole } },
    "AWS account 123456789012, us-east-1, as arn:aws:sts::123456789012:assumed-role/reader/quarterdeck",
  ],
  [
    "temporary keys with their token",
    aws,
    {
      username: roleKeys.accessKey,
      password: roleKeys.secretKey,
      properties: { sessionToken: roleKeys.sessionToken },
    },
    "AWS account 123456789012, us-east-1, as arn:aws:sts::123456789012:assumed-role/reader/quarterdeck",
  ],
  [
    "a role that is not allowed to be assumed",
    aws,
    { username: accessKey, password: secretKey, properties: { assumeRole: "arn:aws:iam::123456789012:role/root" } },
    "AWS does not let this access key assume the role arn:aws:iam::123456789012:role/root → Allow sts:AssumeRole for the owner of the key, and add that owner to the trust policy of the role.",
  ],
  [
    "a profile in place of keys",
    aws,
    { properties: { profile: "prod" } },
    "The profile prod is ignored, because credential files on the server cannot be used → Fill in Access Key and Secret Key.",
  ],
  [
    "neither keys nor a profile",
    aws,
    {},
    "The access key is empty, and roles of the machine cannot be used → Fill in Access Key and Secret Key.",
  ],
  [
    "a client secret that Azure does not accept",
    azure,
    { username: client, password: "wrong-canary", properties: { tenant } },
    "Azure does not accept the client secret → Check Client Secret: enter the value of the secret, not its id.",
  ],
  [
    "a client secret that has expired",
    azure,
    { username: client, password: "expired-canaryF", properties: { tenant } },
    "The client secret has expired → Create a new one and enter it in Client Secret.",
  ],
  [
    "an application that the tenant does not have",
    azure,
    { username: "other", password: secret, properties: { tenant } },
    "The tenant has no application with this client id → Check Client ID and Tenant ID.",
  ],
  [
    "a tenant that Azure does not have",
    azure,
    { username: client, password: secret, properties: { tenant: "contoso.example" } },
    "Azure has no tenant with this id → Check Tenant ID.",
  ],
  [
    "a key of another service account",
    googleCloud,
    { url: manager, certificate: googleKey({ private_key: otherPrivateKey() }) },
    notGoogle,
  ],
  [
    "a service account that is gone",
    gcs,
    { url: storage, certificate: googleKey({ client_email: "gone@orders-prod.iam.gserviceaccount.com" }) },
    notGoogle,
  ],
  [
    "a certificate that is not a key",
    googleCloud,
    { url: manager, certificate: "-----BEGIN CERTIFICATE-----" },
    `Certificate does not contain a service account key → ${pasteKey}`,
  ],
  [
    "a key whose private key is broken",
    googleCloud,
    { url: manager, certificate: googleKey({ private_key: "-----BEGIN PRIVATE KEY-----\ncanary" }) },
    `The private key in Certificate cannot be read → ${pasteKey}`,
  ],
  [
    "an endpoint that is not Google's",
    googleCloud,
    { url: `${manager}/other`, certificate: googleKey() },
    "Google Cloud at cloudresourcemanager.googleapis.com responded with “not found”: Not found → Check the address.",
  ],
  [
    "a bucket",
    gcs,
    { url: "gs://backups", certificate: googleKey() },
    "Google Cloud Storage at storage.googleapis.com, bucket backups, 1 object, as quarterdeck@orders-prod.iam.gserviceaccount.com",
  ],
  [
    "an empty bucket at an emulator",
    gcs,
    {
      url: "https://gcs-emulator.example/storage/v1/",
      certificate: googleKey(),
      properties: { bucket: "empty" },
    },
    "Google Cloud Storage at gcs-emulator.example, bucket empty, 0 objects, as quarterdeck@orders-prod.iam.gserviceaccount.com",
  ],
  [
    "a bucket that is not there",
    gcs,
    { url: "gs://missing", certificate: googleKey() },
    "The bucket missing does not exist at storage.googleapis.com → Check the name of the bucket.",
  ],
  [
    "a bucket that may not be listed",
    gcs,
    { url: "gs://private", certificate: googleKey() },
    "Google Cloud Storage accepts the service account, but the right to list objects (storage.objects.list) is missing: quarterdeck@orders-prod does not have storage.objects.list access to the bucket → Grant the right to list objects (storage.objects.list).",
  ],
  [
    "a token that the cluster does not know",
    kubernetes,
    { certificate: kubeconfig({ token: "wrong" }) },
    "Kubernetes does not accept the credentials in the kubeconfig → Check the credentials in the kubeconfig (mistyped, revoked, expired).",
  ],
  [
    "a user of an old cluster, which does not report the user",
    kubernetes,
    { certificate: kubeconfig({ username: "admin", password: clusterPassword }) },
    "Kubernetes v1.33.1 at kube.example:6443",
  ],
  [
    "impersonation",
    kubernetes,
    { certificate: kubeconfig({ token: clusterToken, as: "nobody" }) },
    'Kubernetes accepts the credentials in the kubeconfig, but the right to read the version of the cluster is missing: forbidden: User "nobody" cannot get path "/version" → Grant the right to read the version of the cluster.',
  ],
  [
    "a program that fetches a token",
    kubernetes,
    { certificate: kubeconfig({ exec: { command: "aws" } }) },
    `The kubeconfig uses a program that fetches a token (exec), which is not supported → ${pasteConfig}`,
  ],
  [
    "a file with a token",
    kubernetes,
    { certificate: kubeconfig({ tokenFile: "/etc/shadow" }) },
    `The kubeconfig uses a token file, which is not supported → ${pasteConfig}`,
  ],
  [
    "a file with an authority",
    kubernetes,
    { certificate: kubeconfig({}, { "certificate-authority": "/etc/ca.crt" }) },
    `The kubeconfig uses a certificate authority file, which is not supported → ${pasteConfig}`,
  ],
  [
    "a kubeconfig without what its context names",
    kubernetes,
    { certificate: "current-context: ops\ncontexts:\n- name: ops\n  context: {cluster: ops, user: deck}\n" },
    `The kubeconfig has no cluster ops → ${pasteConfig}`,
  ],
  [
    "a kubeconfig without a context",
    kubernetes,
    { certificate: "apiVersion: v1\nkind: Config\n" },
    "The kubeconfig has no current context → Set current-context.",
  ],
  [
    "a certificate that is not a kubeconfig",
    kubernetes,
    { certificate: "-----BEGIN CERTIFICATE-----\n:::" },
    `Certificate is not a kubeconfig: it is not valid YAML → ${pasteConfig}`,
  ],
])("tests a cloud connection: %s", async (_, type, parts, expected) => {
  expect(await tried(type, parts, standIns)).toBe(expected);
});

const reached = (name: string) => `Kubernetes v1.33.1 at kube.example:6443, as ${name}`;

test("trusts only the certificate authority of the kubeconfig", async () => {
  const user = { token: clusterToken };
  const { outbound, untrusted } = { outbound: standIns.untrusted, untrusted: { outbound: standIns.untrusted } };
  expect(await tried(kubernetes, { certificate: kubeconfig(user) }, untrusted)).toMatch(/unknown authority → /);
  expect(await tried(kubernetes, { certificate: kubeconfig(user, ca) }, { outbound })).toBe(
    reached("system:serviceaccount:ops:quarterdeck"),
  );
  const careless = { "insecure-skip-tls-verify": true };
  expect(await tried(kubernetes, { certificate: kubeconfig(user, careless) }, untrusted)).toBe(
    reached("system:serviceaccount:ops:quarterdeck"),
  );
  const other = { ...ca, "tls-server-name": "other.example" };
  expect(await tried(kubernetes, { certificate: kubeconfig(user, other) }, untrusted)).toMatch(
    /certificate is for a different host name/,
  );
});

test("signs in with the client certificate of the kubeconfig", async () => {
  const user = { "client-certificate-data": base64(shown.cert), "client-key-data": base64(shown.key) };
  expect(await tried(kubernetes, { certificate: kubeconfig(user, ca) }, standIns)).toBe(reached("deck-operator"));
});

test("uses the cluster of the pod without a kubeconfig", async () => {
  await expect(ownCluster(undefined)).rejects.toMatchObject({
    message: "No kubeconfig is set, and Quarterdeck is not running in a cluster",
    fix: "Add a kubeconfig.",
  });
  const folder = await mkdtemp(join(tmpdir(), "service-account-"));
  try {
    await writeFile(join(folder, "token"), `${clusterToken}\n`);
    await writeFile(join(folder, "ca.crt"), standIns.ca);
    const cluster = await ownCluster({ url: "https://kubernetes.default.svc", serviceAccount: folder });
    const answer = await standIns.outbound.fetch(`${cluster.address}/version`, cluster);
    expect(answer.json()).toMatchObject({ gitVersion: "v1.33.1" });
  } finally {
    await rm(folder, { recursive: true });
  }
});
