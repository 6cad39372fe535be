// Certificates for tests, made when they are needed, so that none ever expires and no key lies about: just enough of X.509 to
// sign and be signed.
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { isIP } from "node:net";

export interface Certificate {
  /** PEM. */
  cert: string;
  key: string;
}

interface Authority extends Certificate {
  issue(options: { name: string; hosts?: readonly string[] }): Certificate;
}

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const object = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const octets = (body: Buffer) => der(0x04, body);
const bits = (body: Buffer) => der(0x03, Buffer.from([0]), body);
const truth = der(0x01, Buffer.from([0xff]));

const ecdsaWithSha256 = sequence(object("2a8648ce3d040302"));
const named = (name: string) => sequence(der(0x31, sequence(object("550403"), der(0x0c, Buffer.from(name)))));
const time = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14)}Z`));

const day = 24 * 60 * 60 * 1000;

function extensions(isAuthority: boolean, hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    isIP(host) === 4 ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, Buffer.from(host)),
  );
  return sequence(
    sequence(object("551d13"), truth, octets(sequence(...(isAuthority ? [truth] : [])))),
    ...(names.length === 0 ? [] : [sequence(object("551d11"), octets(sequence(...names)))]),
  );
}

interface Wanted {
  name: string;
  hosts: readonly string[];
  issuer: { name: string; key: KeyObject } | undefined;
}

function certificate({ name, hosts, issuer }: Wanted): Certificate & { keyObject: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    named(issuer?.name ?? name),
    sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + day))),
    named(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions(issuer === undefined, hosts)),
  );
  const signature = sign("sha256", body, issuer?.key ?? privateKey);
  const whole = sequence(body, ecdsaWithSha256, bits(signature)).toString("base64");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${whole.replaceAll(/.{64}(?=.)/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    keyObject: privateKey,
  };
}

/** Who signs for others. */
export function authority(name: string): Authority {
  const { keyObject, ...own } = certificate({ name, hosts: [], issuer: undefined });
  return {
    ...own,
    issue: ({ name: subject, hosts = [] }) => {
      const { cert, key } = certificate({ name: subject, hosts, issuer: { name, key: keyObject } });
      return { cert, key };
    },
  };
}
