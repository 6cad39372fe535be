import { expect, test } from "vitest";
import { TargetRefused } from "#server/outbound/outbound.ts";
import { ConnectionFailure, failureOf } from "./failure.ts";

const coded = (code: string | number, message = "as it is") => Object.assign(new Error(message), { code });

test.each([
  [coded("ECONNREFUSED"), "Nothing listens at this address"],
  [coded("ENOTFOUND"), "The host name does not exist"],
  [new DOMException("too late", "TimeoutError"), "The server did not respond in time"],
  [coded("DEPTH_ZERO_SELF_SIGNED_CERT"), "The server's certificate is self-signed"],
  [coded("ETLS", "self-signed certificate"), "The server's certificate is self-signed"],
  [coded("ESOCKET", "certificate has expired"), "The server's certificate has expired"],
  [
    coded("HANDSHAKE_SSL_ERROR", "unable to verify the first certificate; if the root CA is installed locally, …"),
    "The server's certificate is signed by an unknown authority",
  ],
  [
    coded("ESOCKET", "Hostname/IP does not match certificate's altnames: Host: a. is not in the cert's altnames"),
    "The server's certificate is for a different host name",
  ],
  [coded("ERR_SSL_WRONG_VERSION_NUMBER"), "The server does not use TLS on this port"],
  [
    coded("EPROTO", "error:0A0000C6:SSL routines:tls_get_more_records:packet length too long"),
    "The server does not use TLS on this port",
  ],
  [coded("ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION"), "The TLS handshake failed"],
  [
    coded("ECONNRESET", "Client network socket disconnected before secure TLS connection was established"),
    "The server closed the connection during the TLS handshake",
  ],
  [coded("ECONNRESET"), "The server closed the connection"],
  [new Error("wrapped", { cause: coded("EHOSTUNREACH") }), "The host is not reachable"],
  [new TargetRefused("Not from here"), "Not from here"],
  [new ConnectionFailure("Said already"), "Said already"],
  [coded(42, "a driver's own number"), "a driver's own number"],
  ["a mere text", "a mere text"],
])("describes %s as %j", (thrown, message) => {
  expect(failureOf(thrown).message).toBe(message);
});

test.each([
  [coded("ECONNREFUSED"), "db", "Nothing listens at db:5432"],
  [coded("ECONNREFUSED"), "fd00::1", "Nothing listens at [fd00::1]:5432"],
  [coded("ENOTFOUND"), "db", "There is no host named db"],
  [new DOMException("too late", "TimeoutError"), "db", "db:5432 did not respond in time"],
  [coded("ECONNRESET"), "db", "db:5432 closed the connection"],
  [coded("CERT_HAS_EXPIRED"), "db", "The server's certificate has expired"],
])("describes %s at %s as %j", (thrown, host, message) => {
  const failure = failureOf(thrown);
  expect(failure.at({ host, port: 5432 })).toMatchObject({ message, fix: failure.fix });
  expect(failure.at(undefined)).toBe(failure);
});
