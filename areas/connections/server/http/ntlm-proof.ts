// NTLM over HTTP (MS-NTHT): three requests over one connection. Always uses NTLMv2, because all servers accept it and
// NTLMv1 exposes the password.
import type { Challenge } from "#server/outbound/outbound.ts";
import { authenticateMessage, negotiateMessage } from "#lib/smb/ntlm.ts";
import { readChallenges } from "./challenges.ts";

interface Person {
  /** `DOMAIN\name`, `name@domain`, or a name alone. */
  username: string;
  password: string;
  host: string;
}

export function ntlmProof({ username, password, host }: Person) {
  let first: Buffer | undefined;
  let isProven = false;
  return ({ challenges }: Challenge) => {
    const wanted = readChallenges(challenges).find(({ scheme }) => scheme === "ntlm" || scheme === "negotiate");
    if (!wanted || isProven) return undefined;
    if (!first) {
      first = negotiateMessage();
      return { authorization: `NTLM ${first.toString("base64")}` };
    }
    if (wanted.token === "") return undefined;
    isProven = true;
    const challenge = Buffer.from(wanted.token, "base64");
    const { message } = authenticateMessage(
      challenge,
      { ...personOf(username), password },
      { service: "HTTP", host, first },
    );
    return { authorization: `NTLM ${message.toString("base64")}` };
  };
}

function personOf(username: string): { name: string; domain: string } {
  const back = username.indexOf("\\");
  if (back >= 0) return { domain: username.slice(0, back), name: username.slice(back + 1) };
  // `name@domain` is a complete user principal name.
  return { domain: "", name: username };
}
