// Tests which roles may write scrapers that run commands or read files on the server.
import { expect, test } from "vitest";
import type { Actor } from "#server/http/actor.ts";
import { scraperKinds } from "../scrapers/index.ts";
import { checkMayWrite } from "./may-write.ts";

const actorWith = (role: "admin" | "editor") =>
  ({ kind: "person", id: "1", name: role, email: null, roles: [role], rules: [] }) as unknown as Actor;
const isRefused = (role: "admin" | "editor", spec: object) => {
  try {
    checkMayWrite(actorWith(role), [spec], (type) => scraperKinds.find((kind) => kind.type === type));
    return false;
  } catch (error) {
    return (error as Error).message;
  }
};
const file = "Only administrators may save a file for the server to read.";
const command = "Only administrators may save a command for the server to run.";

test.each<[spec: object, refused: string | false]>([
  [{ exec: [{ script: "ls" }] }, command],
  [{ system: true }, file],
  [{ system: [{ parts: ["host"] }] }, file],
  [{ file: [{ url: "/etc" }] }, file],
  [{ file: [{ url: "file:///etc" }] }, file],
  [{ file: [{ url: " /etc" }] }, file],
  [{ file: [{ paths: ["/etc/*.yaml"] }] }, file],
  [{ file: [{ url: "{{ .x }}https://host" }] }, file],
  [{ file: [{ url: "../etc", connection: "connection://ops/git" }] }, file],
  [{ file: [{ url: "https://host/hosts.json" }, { url: "/etc" }] }, file],
  [{ file: [{ url: "https://host/hosts.json" }] }, false],
  [{ file: [{ url: "git::https://host/fleet.git//ships" }] }, false],
  [{ file: [{ url: "s3://bucket/prefix" }] }, false],
  [{ file: [{ connection: "connection://ops/git", paths: ["**/*.yaml"] }] }, false],
  // An invalid entry is treated as if it read local files.
  [{ file: [{ url: 5 }] }, file],
  [{ terraform: [{ state: { local: "/srv/*.tfstate" } }] }, file],
  [{ terraform: [{ state: { http: { url: "https://host/state" }, local: "/srv/x" } }] }, file],
  [{ terraform: [{ state: { http: { url: "https://host/state" } } }] }, false],
  [{ terraform: [{ state: { s3: { bucket: "states" } } }] }, false],
  [
    { crdSync: true },
    "Only administrators may save a setting that makes the server take over resources from elsewhere.",
  ],
  [{ crdSync: false }, false],
  [{ http: [{ url: "https://host" }], sql: [{ connection: "x", query: "select 1" }] }, false],
])("checks the role for writing %j", (spec, refused) => {
  expect(isRefused("editor", spec)).toBe(refused);
  expect(isRefused("admin", spec)).toBe(false);
});

test.each([
  "/srv/fleet.git",
  "file:///srv/fleet.git",
  "/srv/fleet.git//ships",
  "git::/srv/fleet.git",
  "git::file:///srv/x",
])("a local repository counts as a local file: %s", (url) => {
  expect(isRefused("editor", { file: [{ url }] })).toBe(file);
});
