// Simulates clouds and clusters according to their documentation. Signatures are verified.
import { createVerify, generateKeyPairSync } from "node:crypto";
import { isSignedWith } from "../servers/aws-signature.ts";
import { assumeRole, roleKeys } from "./object-storage.ts";
import { json, type Answer, type Asked, type StandIn } from "./stand-in.ts";

export const awsKeys = { accessKey: "AKIACANARYEXAMPLE", secretKey: "canaryS/K7MDENG/bPxRfiCYEXAMPLEKEY" };

const xml = (status: number, body: string): Answer => ({ status, headers: { "content-type": "text/xml" }, body });

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html */
const sts: StandIn = (asked) => {
  const refused = (code: string, message: string) =>
    xml(
      403,
      `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>01234567</RequestId></ErrorResponse>`,
    );
  const authorization = asked.headers["authorization"] ?? "";
  const [, accessKey] = /Credential=([^/]+)\/\d+\/[^/]+\/sts\//.exec(authorization) ?? [];
  if (accessKey === "AKIADENIED") return refused("AccessDenied", "not authorized with an explicit deny");
  if (accessKey === roleKeys.accessKey && asked.body.includes("Action=GetCallerIdentity"))
    return isSignedWith(roleKeys.secretKey, asked, asked.body) &&
      asked.headers["x-amz-security-token"] === roleKeys.sessionToken
      ? callerIdentity("arn:aws:sts::123456789012:assumed-role/reader/quarterdeck")
      : refused("InvalidClientTokenId", "The security token included in the request is invalid.");
  if (accessKey !== awsKeys.accessKey)
    return refused("InvalidClientTokenId", "The security token included in the request is invalid.");
  if (!isSignedWith(awsKeys.secretKey, asked, asked.body))
    return refused("SignatureDoesNotMatch", "The request signature we calculated does not match.");
  if (asked.body.includes("Action=AssumeRole")) return assumeRole(asked, "user");
  if (!asked.body.includes("Action=GetCallerIdentity")) return refused("InvalidAction", "Could not find operation");
  return callerIdentity("arn:aws:iam::123456789012:user/Alice");
};

const callerIdentity = (arn: string) =>
  xml(
    200,
    `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>${arn}</Arn><UserId>AIDACKCEVSQ6C2EXAMPLE</UserId><Account>123456789012</Account></GetCallerIdentityResult><ResponseMetadata><RequestId>01234567</RequestId></ResponseMetadata></GetCallerIdentityResponse>`,
  );

export const azureApp = {
  client: "00001111-aaaa-2222-bbbb-3333cccc4444",
  secret: "canaryD~Q8secret",
  tenant: "fabrikam.example",
};

/** https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
const azure: StandIn = ({ path, body }) => {
  const form = new URLSearchParams(body);
  const refused = (status: number, error: string, code: number, words: string) =>
    json({ error, error_description: `AADSTS${code}: ${words} Trace ID: 0a1b`, error_codes: [code] }, status);
  if (path !== `/${azureApp.tenant}/oauth2/v2.0/token`)
    return refused(400, "invalid_request", 90002, `Tenant not found.`);
  if (form.get("grant_type") !== "client_credentials" || !form.get("scope")?.endsWith("/.default"))
    return refused(400, "invalid_scope", 70011, "The provided value for the input parameter 'scope' is not valid.");
  if (form.get("client_id") !== azureApp.client)
    return refused(400, "unauthorized_client", 700016, "Application was not found in the directory.");
  if (form.get("client_secret") === "expired-canaryF")
    return refused(401, "invalid_client", 7000222, "The provided client secret keys are expired.");
  if (form.get("client_secret") !== azureApp.secret)
    return refused(401, "invalid_client", 7000215, `Invalid client secret provided: ${form.get("client_secret")}.`);
  return json({ token_type: "Bearer", expires_in: 3599, access_token: "eyJ0eXAiOiJKV1QiLCJhbGciOi.canary" });
};

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const googleToken = "ya29.canaryG-access-token";

/** The key of a service account in the format of the Google Cloud console. */
export const googleKey = (change: object = {}) =>
  JSON.stringify({
    type: "service_account",
    project_id: "orders-prod",
    private_key_id: "key-1",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
    client_email: "quarterdeck@orders-prod.iam.gserviceaccount.com",
    token_uri: "https://oauth2.googleapis.com/token",
    ...change,
  });

export const otherPrivateKey = () =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" });

/** https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
const googleTokens: StandIn = ({ body, path }) => {
  const form = new URLSearchParams(body);
  const assertion = form.get("assertion") ?? "";
  const [header = "", claims = "", signature = ""] = assertion.split(".");
  const isSigned = createVerify("sha256")
    .update(`${header}.${claims}`)
    .verify(publicKey, Buffer.from(signature, "base64url"));
  const refused = (description: string) => json({ error: "invalid_grant", error_description: description }, 400);
  if (path !== "/token" || form.get("grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer")
    return json({ error: "unsupported_grant_type", error_description: "Invalid grant_type" }, 400);
  if (!isSigned) return refused("Invalid JWT Signature.");
  const { iss, aud, exp, iat } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
  if (aud !== "https://oauth2.googleapis.com/token") return refused("Invalid JWT: Failed audience check.");
  if (Number(exp) - Number(iat) > 3600) return refused("Invalid JWT: Token must be a short-lived token (60 minutes).");
  if (iss !== "quarterdeck@orders-prod.iam.gserviceaccount.com") return refused("Invalid grant: account not found");
  return json({ access_token: googleToken, expires_in: 3599, token_type: "Bearer" });
};

const unauthenticated = json({ error: { code: 401, message: "Invalid Credentials", status: "UNAUTHENTICATED" } }, 401);
const isGoogleAccount = ({ headers }: Asked) => headers["authorization"] === `Bearer ${googleToken}`;

/** https://cloud.google.com/resource-manager/reference/rest/v1/projects/list */
const resourceManager: StandIn = (asked) => {
  if (!isGoogleAccount(asked)) return unauthenticated;
  return asked.path === "/v1/projects"
    ? json({ projects: [{ projectId: "orders-prod", lifecycleState: "ACTIVE" }, { projectId: "orders-test" }] })
    : json({ error: { code: 404, message: "Not found", status: "NOT_FOUND" } }, 404);
};

/** Objects of Google buckets, by bucket name; `open` is public. Tests may add more. */
export const googleBuckets = new Map<string, Map<string, string>>([
  ["backups", new Map([["monday.tar", "tar"]])],
  ["empty", new Map()],
  ["open", new Map()],
]);

/**
 * https://cloud.google.com/storage/docs/json_api/v1/objects/list, …/objects/get and …/buckets/list; three items per
 * page.
 */
const storage: StandIn = (asked) => {
  const { path, query } = asked;
  const refused = (code: number, message: string) => json({ error: { code, message, errors: [{ message }] } }, code);
  const [, name, object] = /^\/storage\/v1\/b\/([^/]+)\/o(?:\/([^/]+))?$/.exec(path) ?? [];
  const isAnonymous = asked.headers["authorization"] === undefined;
  if (isAnonymous && name !== undefined && name !== "open")
    return refused(
      401,
      "Anonymous caller does not have storage.objects.list access to the Google Cloud Storage bucket.",
    );
  if (!isAnonymous && !isGoogleAccount(asked)) return unauthenticated;
  if (path === "/storage/v1/b" && query.get("project") === "orders-prod")
    return json({ kind: "storage#buckets", items: [{ name: "backups" }, { name: "exports" }] });
  if (name === "private")
    return refused(403, "quarterdeck@orders-prod does not have storage.objects.list access to the bucket.");
  const held = googleBuckets.get(name ?? "");
  if (!held) return refused(404, "The specified bucket does not exist.");
  if (object === undefined) return json(objectsIn(held, query));
  const content = held.get(decodeURIComponent(object));
  if (content === undefined) return refused(404, `No such object: ${name}/${object}`);
  // Without alt=media, the metadata of the object is returned, not its content.
  return query.get("alt") === "media"
    ? { headers: { "content-type": "application/octet-stream" }, body: Buffer.from(content) }
    : json({ kind: "storage#object", name: object });
};

function objectsIn(held: ReadonlyMap<string, string>, query: URLSearchParams): object {
  const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter")];
  const rest = (name: string) => name.slice(prefix.length);
  const folderOf = (name: string) =>
    delimiter && rest(name).includes(delimiter) ? name.slice(0, name.indexOf(delimiter, prefix.length) + 1) : undefined;
  const all = [...held.keys()].filter((name) => name.startsWith(prefix)).sort();
  const found = [...new Set(all.map((name) => folderOf(name) ?? name))];
  const [from, most] = [Number(query.get("pageToken") ?? "0"), 3];
  const page = found.slice(from, from + most);
  const [items, prefixes] = [page.filter((name) => held.has(name)), page.filter((name) => !held.has(name))];
  // Empty lists are omitted.
  return {
    kind: "storage#objects",
    ...(items.length > 0 && {
      items: items.map((name) => ({
        name,
        size: String(Buffer.byteLength(held.get(name)!)),
        updated: "2026-11-14T08:00:00.000Z",
      })),
    }),
    ...(prefixes.length > 0 && { prefixes }),
    ...(from + most < found.length && { nextPageToken: String(from + most) }),
  };
}

export const clusterToken = "eyJhbGciOiJSUzI1NiIs.canaryH.sa-token";
export const clusterPassword = "canaryJ-basic";

/** https://kubernetes.io/docs/reference/using-api/ and …/authentication-resources/self-subject-review-v1/ */
const kubernetes: StandIn = ({ path, method, headers, shown }) => {
  const failed = (code: number, reason: string, message: string) =>
    json({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code }, code);
  const authorization = headers["authorization"];
  const basic = `Basic ${Buffer.from(`admin:${clusterPassword}`).toString("base64")}`;
  const user =
    authorization === `Bearer ${clusterToken}`
      ? "system:serviceaccount:ops:quarterdeck"
      : authorization === basic
        ? "admin"
        : authorization === undefined
          ? (shown ?? "system:anonymous")
          : undefined;
  if (user === undefined) return failed(401, "Unauthorized", "Unauthorized");
  const as = headers["impersonate-user"] ?? user;
  if (path === "/version" && as === "nobody")
    return failed(403, "Forbidden", 'forbidden: User "nobody" cannot get path "/version"');
  if (path === "/version") return json({ major: "1", minor: "33", gitVersion: "v1.33.1", platform: "linux/amd64" });
  if (path === "/apis/authentication.k8s.io/v1/selfsubjectreviews" && method === "POST" && user !== "admin")
    return json({ kind: "SelfSubjectReview", status: { userInfo: { username: as, groups: [] } } }, 201);
  return failed(404, "NotFound", "the server could not find the requested resource");
};

export const clouds = {
  "sts.eu-central-1.amazonaws.com": sts,
  "sts.us-east-1.amazonaws.com": sts,
  "sts.cn-north-1.amazonaws.com.cn": sts,
  "login.microsoftonline.com": azure,
  "oauth2.googleapis.com": googleTokens,
  "cloudresourcemanager.googleapis.com": resourceManager,
  "storage.googleapis.com": storage,
  "gcs-emulator.example": storage,
  "kube.example": kubernetes,
  "kubernetes.default.svc": kubernetes,
};
