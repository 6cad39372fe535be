// A certificate that is signed by itself, for servers of tests that speak TLS on 127.0.0.1. Who trusts it takes it for an
// authority, too. Written down by hand (X.509 in DER), so that no test needs a program for it.
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

export interface Certificate {
  /** PEM. */
  cert: string;
  key: string;
}

const day = 24 * 3_600_000;

export function makeCertificate({ name = "localhost", address = "127.0.0.1" } = {}): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const subject = der(0x30, der(0x31, der(0x30, oid("550403"), der(0x0c, Buffer.from(name)))));
  const names = der(0x30, der(0x82, Buffer.from(name)), der(0x87, Buffer.from(address.split(".").map(Number))));
  const extensions = [
    // It may sign (itself), and it is for these names.
    der(0x30, oid("551d13"), der(0x04, der(0x30, der(0x01, Buffer.of(0xff))))),
    der(0x30, oid("551d11"), der(0x04, names)),
  ];
  const told = der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWithSha256,
    subject,
    der(0x30, time(Date.now() - day), time(Date.now() + day)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, ...extensions)),
  );
  const signature = sign("sha256", told, privateKey);
  const whole = der(0x30, told, ecdsaWithSha256, der(0x03, Buffer.of(0), signature));
  const lines = whole.toString("base64").match(/.{1,64}/g)!;
  return {
    cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const ecdsaWithSha256 = der(0x30, oid("2a8648ce3d040302"));
const time = (at: number) => der(0x18, Buffer.from(new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, "")));
