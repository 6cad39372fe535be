// The key that the operator keeps (SECRET_KEY, or the key file). It encrypts nothing but data keys.
import { hkdfSync } from "node:crypto";

export interface MasterKey {
  /** Tells keys apart and says nothing about them; stands in whatever they have sealed. */
  id: string;
  wrapping: Buffer;
}

export function masterKey(text: string): MasterKey {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", text, "quarterdeck", purpose, 32));
  return { id: derive("fingerprint").toString("base64url").slice(0, 16), wrapping: derive("wrap") };
}
