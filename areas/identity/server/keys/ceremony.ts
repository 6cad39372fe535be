// WebAuthn between a form and an authenticator: what the browser is asked to do, and whether what comes back proves it. The
// site that keys belong to is PUBLIC_URL, whatever address a request came to.
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
/** Ed25519, ECDSA with P-256, RSA: one of them every authenticator has. */
const algorithms = [-8, -7, -257];

/** Where a ceremony takes place: our site, and the form's own challenge. */
export interface Ceremony {
  publicUrl: string;
  challenge: string;
}

const siteOf = (publicUrl: string) => ({ id: new URL(publicUrl).hostname, name: "Quarterdeck" });

/** What the authenticator keeps of a person: nothing that says who it is. */
export const userHandleOf = (personId: string) =>
  Buffer.from(personId.replaceAll("-", ""), "hex").toString("base64url");

const nameKey = ({ credential_id, transports }: Key) => ({
  id: Buffer.from(credential_id).toString("base64url"),
  type: "public-key" as const,
  transports,
});

/** A passkey stands alone, so it has to know its owner; a second step has the password before it. */
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

/** `keys`: those that may answer; any passkey may where nothing is known of the person. */
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

/** What is wrong with where and for what it was signed; the signature itself is another matter. */
function placeFault(data: string, { publicUrl, challenge }: Ceremony): FlowMessage | undefined {
  const signed = parseJson(Buffer.from(data, "base64url").toString(), clientData);
  if (!signed) return messages.unreadableKey;
  if (signed.origin !== publicUrl) return messages.keyElsewhere(publicUrl);
  return signed.challenge === challenge ? undefined : messages.keyForAnotherForm;
}

// Certificates and their parsers are megabytes, for those who use keys.
const library = () => import("@simplewebauthn/server");

/** Whether a new key was made for this form, and what is to be kept of it. */
export async function checkNewKey(use: KeyUse, ceremony: Ceremony, given: string): Promise<NewKey | FlowMessage> {
  const made = parseJson(given, newKeyShape);
  if (!made) return messages.unreadableKey;
  const fault = placeFault(made.response.clientDataJSON, ceremony) ?? (await attestationFault(made.response));
  if (fault) return fault;
  try {
    const { verifyRegistrationResponse } = await library();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {} } as RegistrationResponseJSON,
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
      transports: [...new Set(made.response.transports)],
    };
  } catch {
    // The library throws plain errors at whatever it is given.
    return messages.keyRefused;
  }
}

/**
 * No statement about the maker of a key was asked for, and none is looked into: its certificates could name addresses to
 * be called for revocation lists.
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
 * Whether a key signed for this form; answers how far it has counted, and whether the authenticator verified its owner. Both
 * stand in the data that the key signed, so a client cannot claim them.
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
