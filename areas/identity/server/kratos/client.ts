// What we ask of an Ory Kratos ourselves: whose session it is, whether a password is right, and to make an account. Its
// answers are read with care: they come from another program, of whichever version.
import { z } from "zod";
import { Problem, problem } from "#language/problem.ts";
import type { Kratos } from "#server/env.ts";
import type { SessionCredential } from "../provider.ts";
import { secondFactorRequired } from "../second-step.ts";

const timeoutMs = 10_000;
const mostBytes = 1024 * 1024;

const text = z.string().catch("");

const identity = z.object({
  id: z.string().min(1),
  state: text,
  traits: z.record(z.string(), z.unknown()).catch({}),
  verifiable_addresses: z
    .array(z.object({ value: text, verified: z.boolean().catch(false) }))
    .nullish()
    .catch(null),
});

const session = z.object({
  id: z.string().min(1),
  active: z.boolean().default(true),
  authenticated_at: text,
  expires_at: text,
  authenticator_assurance_level: text,
  identity,
});

export type KratosSession = z.output<typeof session>;
export type KratosIdentity = z.output<typeof identity>;

export interface KratosClient {
  /** Undefined when there is none; a Problem when it is half of one, or when Kratos does not answer. */
  whoami(credential: SessionCredential): Promise<KratosSession | undefined>;
  /** Signs in and out again; undefined when the password is wrong. */
  checkPassword(identifier: string, password: string): Promise<KratosSession | "half" | undefined>;
  /** Makes an account without a password, or finds it, and a link to get in by. */
  invite(traits: { email: string; name: { first: string; last: string } }): Promise<{ id: string; link: string }>;
}

export const kratosAway = (cause?: unknown) =>
  new Problem("bad_gateway", "The identity service (Kratos) cannot be reached at the moment. Try again shortly.", {
    cause,
  });

interface Answer {
  status: number;
  body: unknown;
}

export function createKratosClient({ publicUrl, adminUrl, sessionCookie }: Kratos): KratosClient {
  const ask = async (url: string, init: RequestInit = {}): Promise<Answer> => {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const headers = { accept: "application/json", ...init.headers };
      const reply = await fetch(url, { ...init, headers, signal, redirect: "manual" });
      return { status: reply.status, body: await readJson(reply) };
    } catch (error) {
      throw kratosAway(error);
    }
  };
  const send = (url: string, body: unknown, method = "POST") =>
    ask(url, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

  const whoami: KratosClient["whoami"] = async ({ token, from }) => {
    const headers = from === "cookie" ? { cookie: `${sessionCookie}=${token}` } : { "x-session-token": token };
    const { status, body } = await ask(`${publicUrl}/sessions/whoami`, { headers });
    if (status === 401) return undefined;
    // 422 in older versions.
    if (status === 403 || status === 422) throw secondFactorRequired();
    const found = status === 200 ? session.safeParse(body) : undefined;
    if (!found?.success) throw kratosAway(new Error(`Kratos answered ${status} to whoami`));
    return found.data.active && found.data.identity.state !== "inactive" ? found.data : undefined;
  };

  const signedIn = z.object({ session_token: z.string().min(1) });
  const flow = z.object({ id: z.string().min(1) });

  return {
    whoami,

    async checkPassword(identifier, password) {
      const begun = flow.safeParse((await ask(`${publicUrl}/self-service/login/api`)).body);
      if (!begun.success) throw kratosAway(new Error("Kratos gave no login flow"));
      const url = `${publicUrl}/self-service/login?flow=${encodeURIComponent(begun.data.id)}`;
      const { status, body } = await send(url, { method: "password", identifier, password });
      const done = status === 200 ? signedIn.safeParse(body) : undefined;
      if (!done?.success) {
        if (status >= 500) throw kratosAway(new Error(`Kratos answered ${status} to a login`));
        return undefined;
      }
      const { session_token } = done.data;
      try {
        return await whoami({ token: session_token, from: "header" });
      } catch (error) {
        if (error instanceof Problem && error.id === "session_aal2_required") return "half";
        throw error;
      } finally {
        // The request was the session; what stays behind would be one for nobody.
        await send(`${publicUrl}/self-service/logout/api`, { session_token }, "DELETE").catch(() => {});
      }
    },

    async invite(traits) {
      if (adminUrl === undefined)
        throw problem.invalid("Inviting people needs KRATOS_ADMIN_URL, which is not set.", {
          hint: "Create the account in Kratos, or set KRATOS_ADMIN_URL and start again.",
        });
      const made = await send(`${adminUrl}/admin/identities`, { schema_id: "default", traits });
      const found =
        made.status === 409
          ? z
              .array(identity)
              .safeParse(
                (await ask(`${adminUrl}/admin/identities?credentials_identifier=${encodeURIComponent(traits.email)}`))
                  .body,
              ).data?.[0]
          : identity.safeParse(made.body).data;
      if (!found) throw kratosAway(new Error(`Kratos answered ${made.status} to a new identity`));
      const link = await send(`${adminUrl}/admin/recovery/link`, { identity_id: found.id, expires_in: "168h" });
      const recovery = z.object({ recovery_link: z.url() }).safeParse(link.body);
      if (!recovery.success) throw kratosAway(new Error(`Kratos answered ${link.status} to a recovery link`));
      return { id: found.id, link: recovery.data.recovery_link };
    },
  };
}

async function readJson(reply: Response): Promise<unknown> {
  if (Number(reply.headers.get("content-length") ?? 0) > mostBytes) throw new Error("Kratos' answer is too long");
  const body = await reply.text();
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
