// The reason why a connection does not work, as a sentence for the user who configured it, with a fix.
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

  /** Returns the same failure with the host in its message, if that helps. */
  at(where: Where | undefined): ConnectionFailure {
    if (!where || !this.#placed) return this;
    const { host, port } = where;
    return new ConnectionFailure(this.#placed(host, `${host.includes(":") ? `[${host}]` : host}:${port}`), this.fix);
  }
}

/** The secret or config map does not exist, or has no such key. */
export class ValueMissing extends ConnectionFailure {}

/** An optional driver is not installed on this machine, or its version differs from the pinned version. */
export class DriverMissing extends ConnectionFailure {
  constructor(service: string, command: string) {
    super(
      `The ${service} driver is not installed`,
      `An administrator can install it in the folder of Quarterdeck, on every machine that runs it: ${command}`,
    );
  }
}

type Placed = (host: string, address: string) => string;

/** Most servers do not report whether the username or the password is wrong. */
export const refusedCredentials = () =>
  new ConnectionFailure("The server refused the username or the password", "Check username and password.");

/** For servers that require TLS; `fix` explains how to enable it. */
export const wantsTls = (fix: string) => new ConnectionFailure("The server requires TLS", fix);

const hungUp = [
  "The server closed the connection",
  "Check the port, and whether the service expects TLS.",
  (_: string, address: string) => `${address} closed the connection`,
] as const;

const places: Readonly<Record<string, readonly [what: string, fix: string, placed: Placed]>> = {
  ECONNREFUSED: [
    "Nothing listens at this address",
    "Check host and port, and that the service is running.",
    (_, address) => `Nothing listens at ${address}`,
  ],
  ENOTFOUND: ["The host name does not exist", "Check the host name.", (host) => `There is no host named ${host}`],
  EAI_AGAIN: [
    "The host name could not be looked up",
    "Check the DNS settings of the machine that runs Quarterdeck.",
    (host) => `The host name ${host} could not be looked up`,
  ],
  EHOSTUNREACH: [
    "The host is not reachable",
    "Check the address and the network routes to it.",
    (host) => `${host} is not reachable`,
  ],
  ENETUNREACH: [
    "The network of the host is not reachable",
    "Check the address and the network routes to it.",
    (host) => `The network of ${host} is not reachable`,
  ],
  ETIMEDOUT: [
    "The server did not respond in time",
    "Check host, port and firewalls.",
    (_, address) => `${address} did not respond in time`,
  ],
  ECONNRESET: hungUp,
  EPIPE: hungUp,
};

export const noAnswer = () => new ConnectionFailure(...places["ETIMEDOUT"]!);

/** Maps the code of an error, or its message, because drivers replace the code. */
const certificates: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "The server's certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The server's certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "The server's certificate is signed by an unknown authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The server's certificate is signed by an unknown authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The server's certificate is signed by an unknown authority",
  ERR_TLS_CERT_ALTNAME_INVALID: "The server's certificate is for a different host name",
  CERT_NOT_YET_VALID: "The server's certificate is not valid yet",
};

const certificateMessages: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/unable to (?:verify the first|get (?:local )?issuer) certificate/, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
  [/self-signed certificate in certificate chain/, "SELF_SIGNED_CERT_IN_CHAIN"],
  [/self-signed certificate/, "DEPTH_ZERO_SELF_SIGNED_CERT"],
  [/certificate has expired/, "CERT_HAS_EXPIRED"],
  [/certificate is not yet valid/, "CERT_NOT_YET_VALID"],
  [/does not match certificate's altnames/, "ERR_TLS_CERT_ALTNAME_INVALID"],
];

/** OpenSSL errors that occur if the server does not use TLS. */
const noTls =
  /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL|UNEXPECTED_MESSAGE|RECORD_LAYER/;

/** Translates the error of a driver or a socket. An unknown error keeps its message. */
export function failureOf(thrown: unknown): ConnectionFailure {
  if (thrown instanceof ConnectionFailure) return thrown;
  if (thrown instanceof TargetRefused) return new ConnectionFailure(thrown.message);
  if (!(thrown instanceof Error)) return new ConnectionFailure(String(thrown));
  if (thrown.name === "TimeoutError") return noAnswer();
  // The cause is a zlib error without details about the data; the error that wraps the cause has these details.
  if (isOfDecompressor(thrown.cause)) return new ConnectionFailure(thrown.message);
  return (
    failureByCode((thrown as NodeJS.ErrnoException).code, thrown.message) ??
    (thrown.cause === undefined ? new ConnectionFailure(thrown.message) : failureOf(thrown.cause))
  );
}

const isOfDecompressor = (cause: unknown) =>
  cause instanceof Error && /^(?:Z_|ERR_?_ERROR|ERR_BROTLI|ZSTD_)/.test((cause as NodeJS.ErrnoException).code ?? "");

function failureByCode(code: string | number | undefined, message: string): ConnectionFailure | undefined {
  // Some drivers use numeric codes.
  const name = typeof code === "string" ? code : "";
  const certificate =
    certificates[name] ?? certificates[certificateMessages.find(([pattern]) => pattern.test(message))?.[1] ?? ""];
  if (certificate !== undefined)
    return new ConnectionFailure(certificate, "Install a trusted certificate on the server, or turn on Insecure TLS.");
  if (noTls.test(name) || /wrong version number|packet length too long/i.test(message))
    return new ConnectionFailure(
      "The server does not use TLS on this port",
      "Use the address or the port without TLS.",
    );
  if (/before secure TLS connection was established/.test(message))
    return new ConnectionFailure(
      "The server closed the connection during the TLS handshake",
      "Use the address or the port without TLS.",
    );
  if (name.startsWith("ERR_SSL_"))
    return new ConnectionFailure(
      "The TLS handshake failed",
      "Check which TLS versions the server accepts, and whether it requires a client certificate.",
    );
  const place = places[name];
  return place && new ConnectionFailure(...place);
}
