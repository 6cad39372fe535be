// Why a connection does not work, as a sentence for whoever set it up, and what to do about it.
import { TargetRefused } from "#server/outbound/outbound.ts";

export class ConnectionFailure extends Error {
  override readonly name = "ConnectionFailure";
  /** What to do about it. */
  readonly fix: string | undefined;

  constructor(message: string, fix?: string) {
    super(message);
    this.fix = fix;
  }
}

const places: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  ECONNREFUSED: ["Nothing listens there", "Check host and port, and that the service runs."],
  ENOTFOUND: ["There is no host of that name", "Check the host name."],
  EAI_AGAIN: ["The host name could not be looked up", "Check the DNS of the machine Quarterdeck runs on."],
  EHOSTUNREACH: ["There is no way to that host", "Check the address and the routes to it."],
  ENETUNREACH: ["There is no way to that network", "Check the address and the routes to it."],
  ETIMEDOUT: ["Nobody answered in time", "Check host and port, and the firewalls between."],
  ECONNRESET: ["The other side hung up", "Check the port, and whether the service expects TLS."],
  EPIPE: ["The other side hung up", "Check the port, and whether the service expects TLS."],
};

const certificates: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "Its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "Its certificate is signed by nobody but itself",
  SELF_SIGNED_CERT_IN_CHAIN: "Its certificate is signed by an authority that is not known here",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "Its certificate is signed by an authority that is not known here",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "Its certificate is signed by an authority that is not known here",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for another name",
  CERT_NOT_YET_VALID: "Its certificate is not valid yet",
};

/** What a driver or a socket threw, in words; what nobody has words for is told as it is. */
export function failureOf(thrown: unknown): ConnectionFailure {
  if (thrown instanceof ConnectionFailure) return thrown;
  if (thrown instanceof TargetRefused) return new ConnectionFailure(thrown.message);
  if (!(thrown instanceof Error)) return new ConnectionFailure(String(thrown));
  const { code } = thrown as NodeJS.ErrnoException;
  const place = code === undefined ? undefined : places[code];
  if (place) return new ConnectionFailure(...place);
  const certificate = code === undefined ? undefined : certificates[code];
  if (certificate !== undefined)
    return new ConnectionFailure(certificate, "Give it a certificate that is trusted, or turn on Insecure TLS.");
  if (String(code).startsWith("ERR_SSL_") || /wrong version number/i.test(thrown.message))
    return new ConnectionFailure("It does not speak TLS there", "Use the address or the port without TLS.");
  if (thrown.name === "TimeoutError") return new ConnectionFailure(...places["ETIMEDOUT"]!);
  return thrown.cause === undefined ? new ConnectionFailure(thrown.message) : failureOf(thrown.cause);
}
