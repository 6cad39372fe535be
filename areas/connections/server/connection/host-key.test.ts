import ssh2 from "ssh2";
import { expect, test } from "vitest";
import { fingerprintOf, isHostKey, readHostKey } from "./host-key.ts";

const line = ssh2.utils.generateKeyPairSync("ed25519").public.trim();
const other = Buffer.from(ssh2.utils.generateKeyPairSync("ed25519").public.split(" ")[1]!, "base64");
const key = Buffer.from(line.split(" ")[1]!, "base64");

test.each([
  ["a public key", line, ["ssh-ed25519"]],
  ["a public key with a comment", `${line} root@files`, ["ssh-ed25519"]],
  ["a line of known_hosts", `[files]:2222 ${line}`, ["ssh-ed25519"]],
  ["a fingerprint", fingerprintOf(key), undefined],
  ["a fingerprint that is padded", ` ${fingerprintOf(key)}= `, undefined],
])("%s matches only the right key", (_, text, algorithms) => {
  const expected = readHostKey(text)!;
  expect(isHostKey(text)).toBe(true);
  expect(expected.algorithms).toEqual(algorithms);
  expect([expected.fits(key), expected.fits(other)]).toEqual([true, false]);
});

test("offers all signature algorithms of an RSA key", () => {
  expect(readHostKey("ssh-rsa AAAAB3NzaC1yc2E=")?.algorithms).toContain("rsa-sha2-256");
});

test.each([undefined, "", "  "])("the setting %j accepts every host key", (text) => {
  expect(readHostKey(text)).toBeUndefined();
});

test.each(["MD5:aa:bb", "SHA256:short", "ed25519", "-----BEGIN OPENSSH PRIVATE KEY-----"])("refuses %s", (text) => {
  expect(isHostKey(text)).toBe(false);
  expect(() => readHostKey(text)).toThrow("The Host Key is not valid");
});
