// The end of every way in: the browser gets its cookies.
import type { FastifyReply } from "fastify";
import { Problem } from "#language/problem.ts";
import { renewBrowserSecret } from "../csrf.ts";
import { describeSession, sessionLifetimeSeconds } from "../sessions.ts";
import type { Door } from "./door.ts";

const deviceRememberedSeconds = 400 * 24 * 60 * 60;

/** Answers the browser's new secret. `account`: what the device is remembered for; undefined when nothing was typed that only the owner knows. */
export function admitBrowser(
  { cookies, devices }: Door,
  reply: FastifyReply,
  { token, account }: { token: string; account: string | undefined },
): string {
  cookies.set(reply, cookies.names.session, token, sessionLifetimeSeconds);
  if (account !== undefined) cookies.set(reply, cookies.names.device, devices.mark(account), deviceRememberedSeconds);
  return renewBrowserSecret(reply, cookies);
}

export async function describeBegun({ db }: Door, id: string) {
  const described = await describeSession(db, id);
  if (!described)
    throw new Problem("session_inactive", "The session ended as soon as it had begun. Please sign in again.");
  return described;
}
