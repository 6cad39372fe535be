// Recognises devices on which a person has signed in before. Attempts from such a device are counted separately from
// attempts by others, so that others cannot lock the owner out (throttle.ts). The mark of a device proves nothing else.
import { randomBytes } from "node:crypto";
import type { Secrets } from "#server/secrets.ts";
import { isSame } from "./random-token.ts";

export interface Devices {
  /** Creates a mark for a device on which this account has just signed in. */
  mark(account: string): string;
  /** Returns the device's id if its mark was created for this account. */
  recognise(mark: string | undefined, account: string): string | undefined;
}

export function createDevices(secrets: Secrets): Devices {
  const proof = (id: string, account: string) => secrets.digest(`${id}\0${account}`, "device");
  return {
    mark(account) {
      const id = randomBytes(16).toString("base64url");
      return `${id}.${proof(id, account).toString("base64url")}`;
    },
    recognise(mark, account) {
      const [id, proven] = mark?.split(".") ?? [];
      if (id === undefined || proven === undefined) return undefined;
      return isSame(Buffer.from(proven, "base64url"), proof(id, account)) ? id : undefined;
    },
  };
}
