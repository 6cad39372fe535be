// WebAuthn between a form and an authenticator: creates the options for the browser and verifies the response. Keys
// belong to the site PUBLIC_URL, whatever address a request used.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { z } from "zod";
import type { FlowMessage } from "#language/columns.ts";
import type { Identity } from "../../model.ts";
import { messages } from "../flows/messages.ts";
import type { Key, KeyUse, NewKey } from "./store.ts";

const timeout = 5 * 60 * 1000;
/** Ed25519, ECDSA with P-256, and RSA: every authenticator supports one of them. */
const algorithms = [-8, -7, -257];

/** The site and the challenge of a form. */
export interface Ceremony {
  publicUrl: string;
  challenge: string;
}

const siteOf = (publicUrl: string) => ({ id: new URL(publicUrl).hostname, name: "Quarterdeck" });

/** The user handle that the authenticator stores; it does not identify the person to others. */
export const userHandleOf = (personId: string) =>
  Buffer.from(personId.replaceAll("-", ""), "hex").toString("base64url");

const nameKey = ({ credential_id, transports }: Key) => ({
  id: Buffer.from(credential_id).toString("base64url"),
  type: "public-key" as const,
  transports,
});

/**
 * A passkey is the only factor, so it must verify its owner. A security key is used after a password, so it does not
 * have to verify its owner.
 */
const verification = { passkey: "required", webauthn: "discouraged" } as const satisfies Record<KeyUse, string>;

export function creationOptions(
  use: KeyUse,
  { publicUrl, challenge }: Ceremony,
  { identity, keys }: { identity: Identity; keys: readonly Key[] },
): PublicKeyCredentialCreationOptionsJSON {
  const { email, name } = identity.traits;
  return {
    rp: siteOf(publicUrl),
    user: {
      id: userHandleOf(identity.id),
      name: email,
      displayName: `${name.first} ${name.last}`.trim() || email,
    },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout,
    excludeCredentials: keys.filter((key) => key.use === use).map(nameKey),
    authenticatorSelection: {
      residentKey: use === "passkey" ? "required" : "discouraged",
      requireResidentKey: use === "passkey",
      userVerification: verification[use],
    },
    attestation: "none",
  };
}

/** `keys` are the keys that may sign; if the list is empty, every passkey may sign. */
export const requestOptions = (
  use: KeyUse,
  { publicUrl, challenge }: Ceremony,
  keys: readonly Key[],
): PublicKeyCredentialRequestOptionsJSON => ({
  challenge,
  rpId: siteOf(publicUrl).id,
  timeout,
  userVerification: verification[use],
  ...(keys.length > 0 && { allowCredentials: keys.map(nameKey) }),
});

const base64url = z.string().regex(/^[\w-]+$/);
const envelope = { id: base64url.max(2048), rawId: base64url.max(2048), type: z.literal("public-key") };
const newKeyShape = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(16).optional(),
  }),
});
const answerShape = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});
export type KeyAnswer = z.output<typeof answerShape>;

const clientData = z.object({ type: z.string(), challenge: z.string(), origin: z.string() });

function parseJson<S extends z.ZodType>(text: unknown, shape: S): z.output<S> | undefined {
  try {
    return shape.safeParse(JSON.parse(String(text))).data;
  } catch {
    return undefined;
  }
}

export const readAnswer = (text: unknown): KeyAnswer | undefined => parseJson(text, answerShape);

/** Checks the origin and the challenge of a response. The signature is checked separately. */
function placeFault(data: string, { publicUrl, challenge }: Ceremony): FlowMessage | undefined {
  const signed = parseJson(Buffer.from(data, "base64url").toString(), clientData);
  if (!signed) return messages.unreadableKey;
  if (signed.origin !== publicUrl) return messages.keyElsewhere(publicUrl);
  return signed.challenge === challenge ? undefined : messages.keyForAnotherForm;
}

// The library is large and loaded only for users of keys.
const library = () => import("@simplewebauthn/server");

/** Verifies a new key for this form and returns the data to store. */
export async function checkNewKey(use: KeyUse, ceremony: Ceremony, answer: string): Promise<NewKey | FlowMessage> {
  const created = parseJson(answer, newKeyShape);
  if (!created) return messages.unreadableKey;
  const fault = placeFault(created.response.clientDataJSON, ceremony) ?? (await attestationFault(created.response));
  if (fault) return fault;
  try {
    const { verifyRegistrationResponse } = await library();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...created, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: ceremony.publicUrl,
      expectedRPID: siteOf(ceremony.publicUrl).id,
      requireUserVerification: use === "passkey",
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return messages.keyRefused;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credential_id: Buffer.from(id, "base64url"),
      public_key: publicKey,
      counter,
      transports: [...new Set(created.response.transports)],
    };
  } catch {
    // The library throws plain errors for invalid input.
    return messages.keyRefused;
  }
}

/**
 * No attestation is requested, so certificates are refused: they could contain addresses to which the server would send
 * requests for revocation lists.
 */
async function attestationFault({ attestationObject }: { attestationObject: string }) {
  try {
    const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
    const statement = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
    const isOwn = statement.get("fmt") === "packed" && !statement.get("attStmt").get("x5c");
    return statement.get("fmt") === "none" || isOwn ? undefined : messages.keyRefused;
  } catch {
    return messages.unreadableKey;
  }
}

/**
 * Verifies that a key signed the challenge of this form. Returns the key's counter and whether the authenticator
 * verified its owner; a client cannot forge either of them, because both are signed.
 */
export async function checkAnswer(
  key: Key,
  ceremony: Ceremony,
  answer: KeyAnswer,
): Promise<{ counter: number; userVerified: boolean } | FlowMessage> {
  const fault = placeFault(answer.response.clientDataJSON, ceremony);
  if (fault) return fault;
  const { userHandle } = answer.response;
  if (userHandle && userHandle !== userHandleOf(key.person_id)) return messages.keyRefused;
  try {
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: ceremony.publicUrl,
      expectedRPID: siteOf(ceremony.publicUrl).id,
      requireUserVerification: key.use === "passkey",
      credential: {
        id: answer.id,
        publicKey: new Uint8Array(key.public_key),
        counter: key.counter,
      },
    });
    if (!verified) return messages.keyRefused;
    const { newCounter: counter, userVerified } = authenticationInfo;
    return { counter, userVerified };
  } catch {
    return messages.keyRefused;
  }
}
