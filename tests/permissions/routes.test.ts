// Tests every route of the server × caller × verb over HTTP, and compares the results with expected-routes.ts. Requests
// from another site's page, with the cookie that a browser would send, change nothing.
import { expect, test } from "vitest";
import { roles as allRoles } from "#language/roles.ts";
import { type FlowKind, openBrowser } from "../api/browser.ts";
import { startTestServer } from "../support/test-server.ts";
import { createAccessToken } from "#areas/identity/server/access-tokens.ts";
import { openEstate } from "./estate-server.ts";
import { type ExpectedRoute, expectedRoutes } from "./expected-routes.ts";
import { areasWithProbe, routesOf } from "./server-routes.ts";

const { areas, app } = areasWithProbe();
const server = await startTestServer({
  areas,
  env: { KUBERNETES_URL: "https://kubernetes.example.org", OPEN_REGISTRATION: "true" },
});
const { person, db } = await openEstate(server);
const browser = openBrowser(server);
await browser.signIn();

interface Caller {
  name: string;
  roles: readonly string[];
  by: "nothing" | "session" | "token" | "read-only token";
  headers: Record<string, string>;
}

const cookie = () => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
const callers: Caller[] = [
  { name: "anonymous", roles: [], by: "nothing", headers: {} },
  { name: "admin in a browser", roles: ["admin"], by: "session", headers: { cookie: cookie(), origin: server.url } },
];
for (const roles of [...allRoles.map((role) => [role]), []]) {
  const { id, token } = await person({ roles });
  const name = roles[0] ?? "somebody without a role";
  callers.push({ name, roles, by: "token", headers: { authorization: `Bearer ${token}` } });
  const reading = await createAccessToken(db, { personId: id, name: "reads", expiry: "7d", isReadOnly: true });
  callers.push({
    name: `${name}, read-only`,
    roles,
    by: "read-only token",
    headers: { authorization: `Basic ${Buffer.from(`token:${reading.token}`).toString("base64")}` },
  });
}

type Verdict = "let in" | "sign in" | "refused";

function wanted({ method, open, readOnly, needsItsToken }: ExpectedRoute, { roles, by }: Caller): Verdict {
  if (needsItsToken && by === "session") return "refused";
  if (open === "anyone") return "let in";
  if (open === "session") return by === "session" ? "let in" : "sign in";
  if (by === "nothing") return "sign in";
  if (open === "token") return by === "session" ? "sign in" : roles.length > 0 ? "let in" : "refused";
  if (open === "agent") return by === "session" ? "sign in" : "refused";
  if (by === "read-only token" && (readOnly ?? (method === "GET" ? "let in" : "refused")) === "refused")
    return "refused";
  return open === "signed-in" || open.split(" ").some((role) => roles.includes(role)) ? "let in" : "refused";
}

async function ask(
  { method, path, as = path, body }: ExpectedRoute,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const aborted = new AbortController();
  const answer = await server.fetch(as, {
    method,
    headers: {
      accept: "application/json",
      prefer: "tx=rollback",
      ...headers,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: aborted.signal,
  });
  // The body of a stream never ends, so it is not read.
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const text = isStream ? "" : await answer.text();
  aborted.abort();
  return { status: answer.status, text };
}

const verdictOf = (status: number): Verdict => (status === 401 ? "sign in" : status === 403 ? "refused" : "let in");

/** HEAD is the same as GET; the framework handles the other methods. */
const implied = new Set(["HEAD", "OPTIONS", "TRACE", "QUERY"]);
const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const declared = routesOf(app()).filter(({ method }) => !implied.has(method));

test("the expected routes are exactly the routes that the server declares", () => {
  expect(declared.length).toBeGreaterThan(80);
  expect(declared.map(keyOf).toSorted()).toEqual(expectedRoutes.map(keyOf).toSorted());
});

test("AC-06 AC-07 AC-08 AC-09 each route admits exactly the expected callers: every role with a token, a read-only token, a session or no authentication", async () => {
  const mismatches: string[] = [];
  let asked = 0;
  for (const route of expectedRoutes)
    await Promise.all(
      callers.map(async (caller) => {
        const { status, text } = await ask(route, caller.headers);
        asked += 1;
        const right = wanted(route, caller);
        if (verdictOf(status) !== right || status >= 500)
          mismatches.push(`${caller.name}: ${keyOf(route)} ${right}, not ${status} ${text.slice(0, 120)}`);
      }),
    );
  expect(mismatches).toEqual([]);
  expect([asked, callers.length]).toEqual([expectedRoutes.length * 16, 16]);
});

/** Opens a form: it must be submitted to its own address, by the browser that received it. */
async function formOf({ method, path }: ExpectedRoute) {
  const [, kind] = /^\/api\/\.ory\/self-service\/(login|registration|recovery|verification|settings)$/.exec(path) ?? [];
  if (kind === undefined || method === "GET") return undefined;
  const own = openBrowser(server);
  if (kind === "settings") await own.signIn();
  const { id } = await own.start(kind as FlowKind);
  const cookies = [...own.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { as: `${path}?flow=${id}`, cookies };
}

const changing = expectedRoutes.filter(({ method }) => method !== "GET");

test(`with an administrator's cookie, each of the ${changing.length} routes that change data rejects five kinds of cross-site requests`, async () => {
  const forms = new Map<ExpectedRoute, Awaited<ReturnType<typeof formOf>>>();
  for (const route of changing) forms.set(route, await formOf(route));
  const deeds = async () => (await db.selectFrom("audit_log").select("id").execute()).length;
  const before = await deeds();
  const through: string[] = [];
  let refused = 0;
  for (const route of changing)
    for (const from of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { referer: "https://evil.example/page" },
      { "sec-fetch-site": "cross-site" },
      { origin: server.url, "sec-fetch-site": "same-site" },
    ] as Record<string, string>[]) {
      const form = forms.get(route);
      const sent = form
        ? { ...route, as: form.as, body: { method: "password", password: "planted-by-others" } }
        : route;
      const { status, text } = await ask(sent, { cookie: form?.cookies ?? cookie(), ...from });
      // API clients sign out with a token in the body, and webhooks have their own token; a cookie has no effect on
      // these routes.
      const isProgram =
        (route.path === "/api/.ory/self-service/logout/api" && status === 400) ||
        (["/api/canary/webhook/:name", "/api/playbook/webhook/:path"].includes(route.path) && status === 404);
      const isForeign = status === 403 && /not made by a page of this site|security_csrf_violation/.test(text);
      if (isForeign || isProgram) refused += 1;
      else through.push(`${keyOf(route)} from ${JSON.stringify(from)}: ${status} ${text.slice(0, 120)}`);
    }
  expect(through).toEqual([]);
  expect(refused).toBe(changing.length * 5);
  expect(await deeds()).toBe(before);
  expect((await browser.fetch("/api/auth/whoami")).status).toBe(200);
});
