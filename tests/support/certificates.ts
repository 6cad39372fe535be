// Certificates for the servers of tests, issued on demand: the repository contains no key, and no certificate expires.
//
//   const authority = makeAuthority();
//   authority.certificate                                 PEM, for clients that trust the authority
//   authority.issue({ names: ["localhost", "127.0.0.1"] }) { cert, key } as node:tls takes them
//   selfSigned({ names })                                 the same, without an authority
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { isIPv4 } from "node:net";

export interface Issued {
  cert: string;
  key: string;
}

export interface Wanted {
  /** DNS names and IPv4 addresses. */
  names?: readonly string[];
  /** The subject's common name. Default: the first of `names`. */
  subject?: string;
  validFrom?: Date;
  validUntil?: Date;
}

export interface Authority {
  certificate: string;
  issue(wanted: Wanted): Issued;
}

const day = 24 * 60 * 60 * 1000;

export function makeAuthority(name = "Test authority"): Authority {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const extensions = [
    extension("2.5.29.19", sequence(der(0x01, Buffer.from([0xff]))), { isCritical: true }),
    extension("2.5.29.15", der(0x03, Buffer.from([1, 0x06])), { isCritical: true }),
  ];
  const certificate = certify({
    subject: name,
    issuer: name,
    key: pair.publicKey,
    signer: pair.privateKey,
    extensions,
  });
  return { certificate, issue: (wanted) => issue(wanted, { name, key: pair.privateKey }) };
}

export const selfSigned = (wanted: Wanted): Issued => issue(wanted);

function issue(
  { names = [], validFrom, validUntil, ...options }: Wanted,
  by?: { name: string; key: KeyObject },
): Issued {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const subject = options.subject ?? names[0] ?? "unnamed";
  const alternatives = names.map((name) =>
    isIPv4(name) ? der(0x87, Buffer.from(name.split(".").map(Number))) : der(0x82, Buffer.from(name, "ascii")),
  );
  const cert = certify({
    subject,
    issuer: by?.name ?? subject,
    key: publicKey,
    signer: by?.key ?? privateKey,
    extensions: [
      extension("2.5.29.19", sequence(), { isCritical: true }),
      ...(names.length === 0 ? [] : [extension("2.5.29.17", sequence(...alternatives))]),
    ],
    validFrom,
    validUntil,
  });
  return { cert, key: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

interface Contents {
  subject: string;
  issuer: string;
  key: KeyObject;
  signer: KeyObject;
  extensions: readonly Buffer[];
  validFrom?: Date | undefined;
  validUntil?: Date | undefined;
}

function certify({ subject, issuer, key, signer, extensions, validFrom, validUntil }: Contents): string {
  const algorithm = sequence(oid("1.2.840.10045.4.3.2"));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    commonName(issuer),
    sequence(time(validFrom ?? new Date(Date.now() - day)), time(validUntil ?? new Date(Date.now() + day))),
    commonName(subject),
    key.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", body, signer)]));
  const lines =
    sequence(body, algorithm, signature)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** Encodes DER: the tag, the length of the content, the content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  const bytes = rest.flatMap((part) => {
    const groups = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

const commonName = (name: string) => sequence(der(0x31, sequence(oid("2.5.4.3"), der(0x0c, Buffer.from(name)))));

/** UTCTime has a two-digit year; X.509 requires this type for dates until 2049. */
const time = (at: Date) =>
  der(
    0x17,
    Buffer.from(
      at
        .toISOString()
        .replaceAll(/[-:T]|\.\d+/g, "")
        .slice(2),
    ),
  );

const extension = (id: string, value: Buffer, { isCritical = false } = {}) =>
  sequence(oid(id), ...(isCritical ? [der(0x01, Buffer.from([0xff]))] : []), der(0x04, value));
