// The reason why a connection does not work, as a sentence for the user who configured it, and how to fix it.
import { TargetRefused } from "#server/outbound/outbound.ts";
import type { Where } from "#server/outbound/places.ts";

export class ConnectionFailure extends Error {
  override readonly name = "ConnectionFailure";
  /** How to fix it. */
  readonly fix: string | undefined;
  readonly #placed: Placed | undefined;

  /** `placed` builds the message if the host is known. */
  constructor(message: string, fix?: string, placed?: Placed) {
    super(message);
    this.fix = fix;
    this.#placed = placed;
  }

  /** The same failure with the host in its message, if that helps. */
  at(where: Where | undefined): ConnectionFailure {
    if (!where || !this.#placed) return this;
    const { host, port } = where;
    return new ConnectionFailure(this.#placed(host, `${host.includes(":") ? `[${host}]` : host}:${port}`), this.fix);
  }
}

/** A secret or config map that does not exist, or has no such key. */
export class ValueMissing extends ConnectionFailure {}

/** An optional driver is not installed on this machine, or has another version than this release pins. */
export class DriverMissing extends ConnectionFailure {
  constructor(service: string, command: string) {
    super(
      `The driver of ${service} is not installed`,
      `An administrator installs it in the folder of Quarterdeck, on every machine that runs it: ${command}`,
    );
  }
}

type Placed = (host: string, address: string) => string;

/** Most servers do not report which of the two is wrong. */
export const refusedCredentials = () =>
  new ConnectionFailure("The server refuses this user or password", "Check username and password.");

/** For servers that require TLS; `fix` explains how to enable it. */
export const wantsTls = (fix: string) => new ConnectionFailure("The server wants TLS", fix);

const hungUp = [
  "The other side hung up",
  "Check the port, and whether the service expects TLS.",
  (_: string, address: string) => `${address} hung up`,
] as const;

const places: Readonly<Record<string, readonly [what: string, fix: string, placed: Placed]>> = {
  ECONNREFUSED: [
    "Nothing listens there",
    "Check host and port, and that the service runs.",
    (_, address) => `Nothing listens at ${address}`,
  ],
  ENOTFOUND: ["There is no host of that name", "Check the host name.", (host) => `There is no host named ${host}`],
  EAI_AGAIN: [
    "The host name could not be looked up",
    "Check the DNS of the machine Quarterdeck runs on.",
    (host) => `The host name ${host} could not be looked up`,
  ],
  EHOSTUNREACH: [
    "There is no way to that host",
    "Check the address and the routes to it.",
    (host) => `There is no way to ${host}`,
  ],
  ENETUNREACH: [
    "There is no way to that network",
    "Check the address and the routes to it.",
    (host) => `There is no way to the network of ${host}`,
  ],
  ETIMEDOUT: [
    "Nobody answered in time",
    "Check host and port, and the firewalls between.",
    (_, address) => `Nobody answered at ${address} in time`,
  ],
  ECONNRESET: hungUp,
  EPIPE: hungUp,
};

export const noAnswer = () => new ConnectionFailure(...places["ETIMEDOUT"]!);

/** By the code of the error, or by its message, because drivers replace the code. */
const certificates: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "Its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "Its certificate is signed by nobody but itself",
  SELF_SIGNED_CERT_IN_CHAIN: "Its certificate is signed by an authority that is not known here",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "Its certificate is signed by an authority that is not known here",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "Its certificate is signed by an authority that is not known here",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for another name",
  CERT_NOT_YET_VALID: "Its certificate is not valid yet",
};

const certificateMessages: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/unable to (?:verify the first|get (?:local )?issuer) certificate/, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
  [/self-signed certificate in certificate chain/, "SELF_SIGNED_CERT_IN_CHAIN"],
  [/self-signed certificate/, "DEPTH_ZERO_SELF_SIGNED_CERT"],
  [/certificate has expired/, "CERT_HAS_EXPIRED"],
  [/certificate is not yet valid/, "CERT_NOT_YET_VALID"],
  [/does not match certificate's altnames/, "ERR_TLS_CERT_ALTNAME_INVALID"],
];

/** Errors of OpenSSL when the server does not speak TLS. */
const noTls =
  /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL|UNEXPECTED_MESSAGE|RECORD_LAYER/;

/** Translates the error of a driver or a socket; an unknown error keeps its message. */
export function failureOf(thrown: unknown): ConnectionFailure {
  if (thrown instanceof ConnectionFailure) return thrown;
  if (thrown instanceof TargetRefused) return new ConnectionFailure(thrown.message);
  if (!(thrown instanceof Error)) return new ConnectionFailure(String(thrown));
  if (thrown.name === "TimeoutError") return noAnswer();
  // The error of a decompressor itself does not say what was decompressed.
  if (isOfDecompressor(thrown.cause)) return new ConnectionFailure(thrown.message);
  return (
    ofCode((thrown as NodeJS.ErrnoException).code, thrown.message) ??
    (thrown.cause === undefined ? new ConnectionFailure(thrown.message) : failureOf(thrown.cause))
  );
}

const isOfDecompressor = (cause: unknown) =>
  cause instanceof Error && /^(?:Z_|ERR_?_ERROR|ERR_BROTLI|ZSTD_)/.test((cause as NodeJS.ErrnoException).code ?? "");

function ofCode(code: string | number | undefined, message: string): ConnectionFailure | undefined {
  // Some drivers use numeric codes.
  const name = typeof code === "string" ? code : "";
  const certificate =
    certificates[name] ?? certificates[certificateMessages.find(([pattern]) => pattern.test(message))?.[1] ?? ""];
  if (certificate !== undefined)
    return new ConnectionFailure(certificate, "Give it a certificate that is trusted, or turn on Insecure TLS.");
  if (noTls.test(name) || /wrong version number|packet length too long/i.test(message))
    return new ConnectionFailure("It does not speak TLS there", "Use the address or the port without TLS.");
  if (/before secure TLS connection was established/.test(message))
    return new ConnectionFailure("It hung up when TLS was asked for", "Use the address or the port without TLS.");
  if (name.startsWith("ERR_SSL_"))
    return new ConnectionFailure(
      "TLS could not be agreed on",
      "Check which versions of TLS the server accepts, and whether it wants a certificate of ours.",
    );
  const place = places[name];
  return place && new ConnectionFailure(...place);
}
