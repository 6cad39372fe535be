// The operator's key (SECRET_KEY, or the key file). It encrypts only data keys.
import { hkdfSync } from "node:crypto";

export interface MasterKey {
  /** Identifies the key without revealing it. It is part of every value that the key has sealed. */
  id: string;
  wrapping: Buffer;
}

export function masterKey(text: string): MasterKey {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", text, "quarterdeck", purpose, 32));
  return { id: derive("fingerprint").toString("base64url").slice(0, 16), wrapping: derive("wrap") };
}
