// Sets the cookies of a browser after every successful sign-in.
import type { FastifyReply } from "fastify";
import { Problem } from "#language/problem.ts";
import { renewBrowserSecret } from "../csrf.ts";
import { describeSession, sessionLifetimeSeconds } from "../sessions.ts";
import type { Door } from "./door.ts";

const deviceRememberedSeconds = 400 * 24 * 60 * 60;

/**
 * Returns the browser's new secret. The device is marked for `account`, which is undefined if no password was typed.
 */
export function admitBrowser(
  { cookies, devices }: Door,
  reply: FastifyReply,
  { token, account }: { token: string; account: string | undefined },
): string {
  cookies.set(reply, cookies.names.session, token, sessionLifetimeSeconds);
  if (account !== undefined) cookies.set(reply, cookies.names.device, devices.mark(account), deviceRememberedSeconds);
  return renewBrowserSecret(reply, cookies);
}

export async function describeNewSession({ db }: Door, id: string) {
  const described = await describeSession(db, id);
  if (!described) throw new Problem("session_inactive", "The session has already ended. Please sign in again.");
  return described;
}
