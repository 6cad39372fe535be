import { expect, test } from "vitest";
import { repositoryFiles, resticPassword, resticServer, resticServers, s3Keys } from "#tests/services/restic.ts";
import { startStandIns } from "#tests/services/stand-in.ts";
import { type Parts, tried } from "#tests/services/tried.ts";
import { restic } from "./restic.ts";
import { decrypted, keyFile, openKey, poly1305Aes } from "./restic-key.ts";

const standIns = await startStandIns(resticServers);
const { user, password } = resticServer;
const rest = (who: string, path = "mondays") => `rest:https://${who}@backup.example/${path}`;
const inS3 = "s3:https://s3.example/backups/host one";

test.each<[title: string, parts: Parts, expected: string]>([
  [
    "another password",
    { url: rest(`${user}:${password}`), password: "wrong horse" },
    "The password does not decrypt any key of the repository → Check Password.",
  ],
  [
    "refused credentials of the server",
    { url: rest(`${user}:wrong-canary`) },
    "The rest-server does not accept the username and the password in the repository URL → Check the username and the password in the repository URL (mistyped, revoked, expired).",
  ],
  [
    "a path without a repository",
    { url: rest(`${user}:${password}`, "tuesdays") },
    "The repository does not exist at backup.example → Check the path, or run restic init.",
  ],
  [
    "a repository in S3, in a region that S3 names",
    { url: inS3, properties: s3Keys },
    "Restic repository deda25509b, version 2, at s3.example, bucket backups, with the key of root@vm",
  ],
  [
    "an address without a scheme, as restic writes it",
    { url: "s3:s3.example/backups/host one/", properties: s3Keys },
    "Restic repository deda25509b, version 2, at s3.example, bucket backups, with the key of root@vm",
  ],
  [
    "an access key that S3 does not know",
    { url: inS3, properties: { ...s3Keys, accessKey: "AKIAWRONG" } },
    "S3 does not accept the access key → Check the access key (mistyped, revoked, expired).",
  ],
  [
    "a secret key that is another's",
    { url: inS3, properties: { ...s3Keys, secretKey: "wrong" } },
    "S3 does not accept the access key → Check the access key (mistyped, revoked, expired).",
  ],
  [
    "a bucket that may not be read",
    { url: "s3:https://s3.example/locked", properties: s3Keys },
    "S3 accepts the access key, but the right to read the bucket is missing: AccessDenied → Grant the right to read the bucket.",
  ],
  ["S3 without keys", { url: inS3 }, "The access key is empty → Fill in Access Key and Secret Key."],
  [
    "a folder of the server",
    { url: "/srv/restic" },
    "The repository is a local folder, which cannot be tested → Serve it with rest-server and write rest:https://host:8000/.",
  ],
  [
    "a backend that cannot be tested",
    { url: "sftp:user@host:/srv/restic" },
    "Repositories of the type sftp: cannot be tested → Only rest: and s3: can be tested; the connection may still work.",
  ],
  [
    "an invalid address",
    { url: "rest:backup.example" },
    "The repository URL is not valid → Use the form rest:https://host:8000/name/.",
  ],
])("tests a restic connection: %s", async (_, parts, expected) => {
  expect(await tried(restic, { password: resticPassword, ...parts }, standIns)).toBe(expected);
});

const [, keyText] = [...repositoryFiles.values()];
const key = keyFile.parse(JSON.parse(keyText!.toString()));

test("refuses a key file with one changed bit", async () => {
  const opened = await openKey(key, resticPassword);
  expect(opened).toBeDefined();
  const data = Buffer.from(key.data, "base64");
  data[20]! ^= 1;
  expect(await openKey({ ...key, data: data.toString("base64") }, resticPassword)).toBeUndefined();
  const config = Buffer.from(repositoryFiles.get("config")!);
  config[config.length - 1]! ^= 1;
  expect(decrypted(opened!, config)).toBeUndefined();
  expect(decrypted(opened!, Buffer.alloc(4))).toBeUndefined();
});

test("refuses a key whose derivation needs too much memory", async () => {
  const greedy = { ...key, N: 1 << 24 };
  await expect(async () => openKey(greedy, resticPassword)).rejects.toThrow(/more memory or time/);
});

// The first example of "The Poly1305-AES message-authentication code" (D. J. Bernstein), appendix B.
test("computes the published Poly1305-AES example", () => {
  const hex = (text: string) => Buffer.from(text, "hex");
  const mac = { k: hex("ec074c835580741701425b623235add6"), r: hex("851fc40c3467ac0be05cc20404f3f700") };
  const tag = poly1305Aes(mac, hex("fb447350c4e868c52ac3275cf9d4327e"), hex("f3f6"));
  expect(tag.toString("hex")).toBe("f4c633c3044fc145f84f335cb81953de");
});
