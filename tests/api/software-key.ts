// A security key in software: it signs the data that a browser would pass to it, and can send false data.
import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { AnyFlow } from "#areas/identity/model.ts";
import { nodeOf } from "./browser.ts";

export interface Lies {
  /** The origin that the browser reports. */
  origin?: string;
  /** The site for which the key signs. */
  site?: string;
  challenge?: string;
  type?: string;
  /** Whether the key has verified its owner. */
  isVerified?: boolean;
  isPresent?: boolean;
  counter?: number;
  userHandle?: string;
  /** The attestation statement. */
  statement?: { fmt: string; attStmt: Map<string, unknown> };
  signature?: string;
}

export interface SoftwareKey {
  id: string;
  counter: number;
  /** Returns the value of a settings form for a new key. */
  register(options: Options, lies?: Lies): string;
  /** Returns the value of a login form. */
  sign(options: Options, lies?: Lies): string;
}

interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id?: string };
  user?: { id: string };
}

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** With `counts`, the key counts its signatures. Hardware keys do this, but synced passkeys do not. */
export function softwareKey(origin: string, { counts = true } = {}): SoftwareKey {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = pair.publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(32);
  let userHandle: string | undefined;

  const clientData = (type: string, { challenge }: Options, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
      }),
    );

  const authData = (options: Options, lies: Lies, attested = Buffer.alloc(0)) => {
    const flags =
      (lies.isPresent === false ? 0 : 1) | (lies.isVerified === false ? 0 : 4) | (attested.length > 0 ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? key.counter);
    const site = lies.site ?? options.rpId ?? options.rp?.id ?? "";
    return Buffer.concat([sha256(site), Buffer.of(flags), count, attested]);
  };

  const key: SoftwareKey = {
    id: text(credentialId),
    counter: 0,
    register(options, lies = {}) {
      userHandle = options.user?.id;
      const publicKey = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, "base64url"))],
          [-3, new Uint8Array(Buffer.from(y, "base64url"))],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, credentialId.length), credentialId, publicKey]);
      const { fmt, attStmt } = lies.statement ?? { fmt: "none", attStmt: new Map<string, unknown>() };
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ["fmt", fmt],
          ["attStmt", attStmt],
          ["authData", new Uint8Array(authData(options, lies, attested))],
        ]) as Parameters<typeof isoCBOR.encode>[0],
      );
      return JSON.stringify({
        id: key.id,
        rawId: key.id,
        type: "public-key",
        response: {
          clientDataJSON: text(clientData("webauthn.create", options, lies)),
          attestationObject: text(attestationObject),
          transports: ["usb"],
        },
      });
    },
    sign(options, lies = {}) {
      if (counts) key.counter += 1;
      const data = authData(options, lies);
      const client = clientData("webauthn.get", options, lies);
      const signature = createSign("sha256").update(data).update(sha256(client)).sign(pair.privateKey);
      const handle = lies.userHandle ?? userHandle;
      return JSON.stringify({
        id: key.id,
        rawId: key.id,
        type: "public-key",
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: lies.signature ?? text(signature),
          ...(handle !== undefined && { userHandle: handle }),
        },
      });
    },
  };
  return key;
}

/** Returns the key options in a form, which are the value of one of its nodes. */
export const optionsOf = (flow: Pick<AnyFlow, "ui">, node: string): Options =>
  (JSON.parse(String(nodeOf(flow, node).attributes.value)) as { publicKey: Options }).publicKey;
