// Finds the keys that sign requests to AWS: the keys of the connection, or the temporary keys of a role that these keys
// assume (https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html).
import { createHash } from "node:crypto";
import { ConnectionFailure } from "../connection/failure.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import type { Way } from "../connection/session.ts";
import { signedHeaders } from "./aws-signature.ts";
import { serviceCall, type Reply } from "./service-call.ts";

export interface AwsKeys {
  accessKey: string;
  secretKey: string;
  /** Temporary keys are valid only together with their token. */
  sessionToken: string | undefined;
}

type AwsConnection = Pick<OpenConnection, "url" | "username" | "password" | "insecure_tls" | "properties">;

export async function awsKeysOf(connection: AwsConnection, way: Way): Promise<AwsKeys> {
  const { username, password, properties } = connection;
  const keys = {
    accessKey: username ?? "",
    secretKey: password ?? "",
    sessionToken: properties["sessionToken"] || undefined,
  };
  const role = properties["assumeRole"];
  if (!role) return keys;
  if (keys.accessKey === "" || keys.secretKey === "")
    throw new ConnectionFailure(
      `The role ${role} cannot be assumed without an access key`,
      "Fill in access key and secret key. Roles of the machine that runs Quarterdeck are not used.",
    );
  const assumed = await assumedKeys(connection, keys, role, way);
  way.scrubber?.know(assumed.secretKey, assumed.sessionToken);
  return assumed;
}

interface KeptKeys {
  keys: AwsKeys;
  until: number;
}

const kept = new Map<string, KeptKeys>();
const maxKept = 1_000;
/** The time before expiry at which keys are renewed, so that keys do not expire during a long run. */
const marginMs = 10 * 60_000;

async function assumedKeys(connection: AwsConnection, keys: AwsKeys, role: string, way: Way): Promise<AwsKeys> {
  const identity = JSON.stringify([connection.url, connection.properties["region"], keys, role]);
  const key = createHash("sha256").update(identity).digest("base64");
  const known = kept.get(key);
  if (known && known.until > Date.now()) return known.keys;
  const fresh = await assume(connection, keys, role, way);
  kept.delete(key);
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value!);
  kept.set(key, fresh);
  return fresh.keys;
}

async function assume(connection: AwsConnection, keys: AwsKeys, role: string, way: Way): Promise<KeptKeys> {
  const { reply, refusal } = await askSts(connection, keys, way, {
    Action: "AssumeRole",
    RoleArn: role,
    RoleSessionName: "quarterdeck",
  });
  const [accessKey, secretKey, sessionToken] = ["AccessKeyId", "SecretAccessKey", "SessionToken"].map((name) =>
    elementIn(reply, name),
  );
  if (accessKey === undefined || secretKey === undefined || sessionToken === undefined) {
    if (elementIn(reply, "Code") === "AccessDenied")
      throw new ConnectionFailure(
        `AWS does not let this access key assume the role ${role}`,
        "Allow sts:AssumeRole for the owner of the key, and add that owner to the trust policy of the role.",
      );
    throw refusal();
  }
  const end = Date.parse(elementIn(reply, "Expiration") ?? "");
  return { keys: { accessKey, secretKey, sessionToken }, until: (Number.isNaN(end) ? Date.now() : end) - marginMs };
}

const refusals: Readonly<Record<string, readonly [message: string, fix: string]>> = {
  InvalidClientTokenId: ["AWS does not know the access key", "Check Access Key: it may be mistyped or deleted."],
  SignatureDoesNotMatch: [
    "AWS does not accept the secret key",
    "Check Secret Key: it does not belong to the access key.",
  ],
  ExpiredToken: ["The access key has expired", "Create a new one."],
  AccessDenied: ["AWS accepts the access key but denies the request", "Check the policies of its owner."],
};

export interface StsAnswer {
  reply: Reply;
  /** Returns the reason why the response is not a success. */
  refusal(): ConnectionFailure;
}

/** Calls the Security Token Service of the region, or of the S3-compatible server that the endpoint names. */
export async function askSts(
  connection: AwsConnection,
  { accessKey, secretKey, sessionToken }: AwsKeys,
  way: Way,
  asked: Readonly<Record<string, string>>,
): Promise<StsAnswer> {
  const { properties, insecure_tls, url } = connection;
  const region = regionOf(connection);
  const own = url && !/^https?:\/\/([^/]*\.)?amazonaws\.com(\.cn)?(:|\/|$)/i.test(url) ? url : undefined;
  const address = own ?? `https://sts.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
  if (!URL.canParse(address))
    throw new ConnectionFailure("The endpoint is not a valid URL", "Use the form https://host:port.");
  const body = new URLSearchParams({ ...asked, Version: "2011-06-15" }).toString();
  const headers = await signedHeaders({
    method: "POST",
    url: new URL("/", address),
    headers: {
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
      ...(sessionToken && { "x-amz-security-token": sessionToken }),
    },
    body,
    region,
    service: "sts",
    accessKey,
    secretKey,
  });
  const service = serviceCall(way, {
    name: "AWS",
    address: new URL(address).origin,
    ...(own === undefined && { isFixed: true as const }),
    credential: "the access key",
    secrets: [accessKey, secretKey, sessionToken],
    tls: { insecure: insecure_tls || properties["insecureTLS"] === "true" },
  });
  const reply = await service.reply("/", { method: "POST", headers: { ...headers, accept: "text/xml" }, body });
  return {
    reply,
    refusal() {
      const known = refusals[elementIn(reply, "Code") ?? ""];
      if (known) return new ConnectionFailure(...known);
      if (reply.status === 200) return service.stranger(reply);
      return service.refusal({ ...reply, json: elementIn(reply, "Message") ?? reply.json });
    },
  };
}

export function regionOf({ properties }: Pick<AwsConnection, "properties">): string {
  const region = properties["region"] || "us-east-1";
  if (!/^[a-z0-9-]+$/.test(region))
    throw new ConnectionFailure("The region is not valid", "Use the form eu-central-1.");
  return region;
}

/** Finds an element in a response of STS, where element names are unique. */
export const elementIn = ({ body }: Reply, name: string) =>
  new RegExp(`<${name}>([^<]+)</${name}>`).exec(body.toString("utf8"))?.[1];
