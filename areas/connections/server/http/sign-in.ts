// Authenticates a request. The spec chooses exactly one method.
import type { FetchOptions, TlsTarget } from "#server/outbound/outbound.ts";
import { openAws } from "../resolve/aws.ts";
import { awsKeysOf } from "../clients/sts.ts";
import { signedHeaders } from "../clients/aws-signature.ts";
import { digestProof } from "./digest.ts";
import { ntlmProof } from "./ntlm-proof.ts";
import { grantOf, tokenFor } from "./oauth2.ts";
import { RequestInvalid, type RequestRun } from "./request-run.ts";
import type { RequestSpec } from "./request-spec.ts";

export interface SignIn {
  headers: Readonly<Record<string, string>>;
  prove?: FetchOptions["prove"];
  /** Called when the server refuses the credentials. */
  refused?: () => void;
}

export interface Asking {
  url: URL;
  method: string;
  body: string | undefined;
  username: string;
  password: string;
  tls: TlsTarget | undefined;
}

const nothing: SignIn = { headers: {} };

export async function signIn(spec: RequestSpec, asking: Asking, run: RequestRun): Promise<SignIn> {
  const { digest, ntlm, ntlmv2, awsSigV4, bearer } = spec;
  const oauth2 = spec.oauth2 ?? spec.oauth;
  const ways = [
    digest && "digest",
    (ntlm || ntlmv2) && "ntlm",
    oauth2 && "oauth2",
    awsSigV4 && "awsSigV4",
    bearer && "bearer",
  ];
  const chosen = ways.filter((way) => typeof way === "string");
  if (chosen.length > 1) throw new RequestInvalid(`Only one of ${chosen.join(", ")} can be used. Remove the others.`);
  const { username, password } = asking;
  if (awsSigV4) return signed(awsSigV4, asking, run);
  if (bearer) return byBearer(bearer, run);
  if (chosen.length > 0 && username === "" && oauth2?.clientID === undefined)
    throw new RequestInvalid(`${chosen[0]} requires a username and a password.`);
  if (oauth2) return byToken(oauth2, asking, run);
  if (digest) return { ...nothing, prove: digestProof({ username, password }) };
  if (ntlm || ntlmv2) return { ...nothing, prove: ntlmProof({ username, password, host: asking.url.hostname }) };
  return username === "" && password === "" ? nothing : { headers: { authorization: basic(username, password) } };
}

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

async function byBearer(bearer: NonNullable<RequestSpec["bearer"]>, run: RequestRun): Promise<SignIn> {
  const token = await run.value(bearer);
  run.scrubber.know(token);
  return { headers: { authorization: `Bearer ${token}` } };
}

async function byToken(
  grant: NonNullable<RequestSpec["oauth2"]>,
  { username, password, tls }: Asking,
  run: RequestRun,
): Promise<SignIn> {
  const { clientID, clientSecret } = grant;
  const id = clientID === undefined ? username : await run.value(clientID);
  const secret = clientSecret === undefined ? password : await run.value(clientSecret);
  const token = await tokenFor({ ...grantOf(grant), id, secret, tls }, run);
  return { headers: { authorization: token.authorization }, refused: token.drop };
}

async function signed(
  awsSpec: NonNullable<RequestSpec["awsSigV4"]>,
  { url, method, body }: Asking,
  run: RequestRun,
): Promise<SignIn> {
  const opened = await openAws(awsSpec, run);
  const { accessKey, secretKey, sessionToken } = await awsKeysOf(opened, run);
  const region = opened.properties["region"] ?? "";
  const { service = "" } = awsSpec;
  run.scrubber.know(secretKey, sessionToken);
  if (accessKey === "" || secretKey === "" || region === "" || service === "")
    throw new RequestInvalid("awsSigV4 needs accessKey, secretKey, region and service.");
  const headers = await signedHeaders({
    method,
    url,
    ...(sessionToken && { headers: { "x-amz-security-token": sessionToken } }),
    ...(body !== undefined && { body }),
    region,
    service,
    accessKey,
    secretKey,
  });
  return { headers };
}
