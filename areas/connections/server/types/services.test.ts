// Requirements for every type whose service is reached over HTTP: the test succeeds or explains the failure, and never
// shows a secret.
import { describe, expect, test } from "vitest";
import { services, working } from "#tests/services/services.ts";
import { type Asked, startStandIns } from "#tests/services/stand-in.ts";
import { written } from "#tests/services/messengers.ts";
import { tried } from "#tests/services/tried.ts";
import { connectionTypes } from "./index.ts";

const standIns = await startStandIns(services);
const typed = (name: string) => connectionTypes.find(({ type }) => type === name)!;
const all = Object.entries(working).map(([name, item]) => ({ name, type: typed(name), ...item }));

test.each(all)("$name: a successful test describes the server and the user", async ({ type, parts, reached }) => {
  written.length = 0;
  expect(await tried(type, parts, standIns)).toBe(reached);
  expect(written).toEqual([]);
});

test.each(all)("$name: reports that nothing listens", async ({ type, parts }) => {
  const result = await tried(type, parts, { outbound: standIns.down });
  expect(result).toMatch(
    /(?:cannot be reached: n|^N)othing listens at this address → (?:Check that the machine|Check host and port)/,
  );
});

test.each(all)("$name: refuses an untrusted certificate", async ({ type, parts }) => {
  const result = await tried(type, parts, { outbound: standIns.untrusted });
  expect(result).toMatch(/[Tt]he server's certificate is signed by an unknown authority → \w/);
});

/** These services send no response that identifies them, so they cannot be distinguished from other servers. */
const onlyReached = new Set(["generic_webhook", "ifttt"]);

describe.each(all.filter(({ name }) => !onlyReached.has(name)))("$name", ({ type, parts }) => {
  test("recognises a web page in place of the service", async () => {
    const outbound = standIns.instead(() => ({ body: "<!doctype html><html><body>It works!</body></html>" }));
    expect(await tried(type, parts, { outbound })).toMatch(/is not a valid .+ response: it returned a web page → /);
  });

  test("distinguishes a failing service from a refusal", async () => {
    const outbound = standIns.instead(() => ({ status: 503, body: { error: { message: "down for maintenance" } } }));
    expect(await tried(type, parts, { outbound })).toMatch(
      /failed with an internal error \(503\): down for maintenance → Try again/,
    );
  });

  test("does not send credentials to the target of a redirect", async () => {
    standIns.asked();
    const headers = { location: "https://evil.example/steal?x=1" };
    const outbound = standIns.instead(() => ({ status: 307, headers }));
    expect(await tried(type, parts, { outbound })).toMatch(/redirects: to https:\/\/evil\.example → /);
    expect(standIns.asked().length).toBe(1);
  });
});

/** A server that repeats everything it received in every field that services use for messages. */
const echo =
  (status: number) =>
  ({ path, query, headers, body }: Asked) => {
    const all = [path, decodeURIComponent(path), String(query), ...query.values(), ...Object.values(headers), body];
    const words = [...all, decodeURIComponent(body.replaceAll("+", " "))].join(" ¦ ");
    const credentials = /Basic (\S+)/.exec(headers["authorization"] ?? "")?.[1] ?? "";
    const message = `${words} ${Buffer.from(credentials, "base64").toString()}`;
    return { status, body: { message, error: message, user: message, login: message, name: message, ok: false } };
  };

test.each(all)(
  "$name: never shows a secret, even if the response of the service contains it",
  async ({ type, parts, secrets }) => {
    for (const status of [200, 400, 401, 403, 404, 500])
      for (const sends of type.isForMessages ? [false, true] : [false]) {
        standIns.asked();
        const result = await tried(type, parts, { outbound: standIns.instead(echo(status)), sends });
        const headers = standIns.asked().flatMap((asked) => asked.headers["authorization"]?.split(" ").at(-1) ?? []);
        const forms = secrets.flatMap((secret) => [
          secret,
          encodeURIComponent(secret),
          JSON.stringify(secret).slice(1, -1),
        ]);
        expect([...forms, ...headers].filter((form) => result.includes(form))).toEqual([]);
      }
  },
);

test("lists missing required fields", async () => {
  // Without a kubeconfig, the type would use the cluster in which the tests run.
  for (const { type } of all.filter(({ name }) => name !== "kubernetes"))
    expect(await tried(type, {}, standIns)).toMatch(/ is empty/);
});
