// Signs in to Google as a service account: its key signs an assertion, which Google exchanges for a token.
import { createPrivateKey, sign, type KeyObject } from "node:crypto";
import { z } from "zod";
import { ConnectionFailure } from "../connection/failure.ts";
import type { Way } from "../connection/session.ts";
import { serviceCall } from "./service-call.ts";

const fix = "Paste the JSON key of a service account, as downloaded from the Google Cloud console.";

const keyFile = z.object({
  type: z.literal("service_account"),
  project_id: z.string().optional(),
  private_key_id: z.string().optional(),
  private_key: z.string(),
  client_email: z.string(),
  token_uri: z.string().default("https://oauth2.googleapis.com/token"),
});

export interface GoogleAccount {
  email: string;
  project: string | undefined;
  token: string;
  /** Secrets to scrub from results and errors. */
  secrets: string[];
}

export async function signIn(way: Way, certificate: string, scope: string): Promise<GoogleAccount> {
  const { key, ...file } = readKey(certificate);
  const at = URL.canParse(file.token_uri) ? new URL(file.token_uri) : undefined;
  if (!at) throw new ConnectionFailure("The token_uri in Certificate is not a valid URL", fix);
  const now = Math.floor(Date.now() / 1000);
  const assertion = signed(
    { alg: "RS256", typ: "JWT", ...(file.private_key_id === undefined ? {} : { kid: file.private_key_id }) },
    { iss: file.client_email, scope, aud: file.token_uri, iat: now, exp: now + 3600 },
    key,
  );
  const service = serviceCall(way, {
    name: "Google",
    address: at.origin,
    credential: "the key of the service account",
    secrets: [file.private_key, assertion],
  });
  const reply = await service.reply(at.pathname, {
    form: { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion },
  });
  // Google's response to a wrong signature, or to an account that does not exist.
  if (reply.status === 400 && /invalid_grant/.test(reply.text)) throw service.refusal({ ...reply, status: 401 });
  const { access_token } = service.read(reply, z.object({ access_token: z.string() }));
  const secrets = [file.private_key, assertion, access_token];
  return { email: file.client_email, project: file.project_id, token: access_token, secrets };
}

function readKey(certificate: string): z.output<typeof keyFile> & { key: KeyObject } {
  const read = keyFile.safeParse(jsonOf(certificate));
  if (!read.success) throw new ConnectionFailure("Certificate does not contain a service account key", fix);
  try {
    return { ...read.data, key: createPrivateKey(read.data.private_key) };
  } catch {
    throw new ConnectionFailure("The private key in Certificate cannot be read", fix);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function signed(header: object, claims: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}
