import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { clientOf, createSessions } from "./sessions.ts";
import { templateOf } from "./resource-uri.ts";

const secrets = {
  digest: (text: string, purpose: string) => createHmac("sha256", `key ${purpose}`).update(text).digest(),
};
const day = 24 * 3_600_000;

test("a session is valid for one person and one week, and a modified id is refused", () => {
  let now = 1_000_000;
  const sessions = createSessions(secrets, () => now);
  const client = { name: "assistant", version: "2" };
  const id = sessions.begin("ada", client);
  expect(id).toMatch(/^[\x21-\x7e]+$/);
  expect(sessions.read("ada", id)).toEqual(client);
  expect(sessions.read("bob", id)).toBeUndefined();
  for (const other of ["", ".", "a.b", `${id}a`, id.slice(1), id.split(".")[0]!, `${id.split(".")[0]}.AAAA`])
    expect(sessions.read("ada", other)).toBeUndefined();
  now += 6 * day;
  expect(sessions.read("ada", id)).toEqual(client);
  now += 2 * day;
  expect(sessions.read("ada", id)).toBeUndefined();
});

test("the client name is read only from the initialize request, and characters that are invalid in a header are replaced", () => {
  const params = { clientInfo: { name: "a\nb\u{1f600}", version: 3 } };
  expect(clientOf({ method: "initialize", params })).toEqual({ name: "a?b??", version: "" });
  for (const other of [undefined, null, [], "x", { method: "tools/list", params }, { method: "initialize" }])
    expect(clientOf(other)).toBeUndefined();
});

test("the parameters of a resource URI are read with its template", () => {
  const connection = templateOf("connection://{namespace}/{name}");
  expect(connection("connection://default/my%20db")).toEqual({ namespace: "default", name: "my db" });
  expect(connection("connection://default/%zz")).toEqual({ namespace: "default", name: "%zz" });
  for (const other of ["connection://default", "connection://a/b/c", "xconnection://a/b", "file:///etc/passwd"])
    expect(connection(other)).toBeUndefined();
});
