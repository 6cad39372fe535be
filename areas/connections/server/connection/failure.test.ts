import { expect, test } from "vitest";
import { TargetRefused } from "#server/outbound/outbound.ts";
import { ConnectionFailure, failureOf } from "./failure.ts";

const coded = (code: string | number, message = "as it is") => Object.assign(new Error(message), { code });

test.each([
  [coded("ECONNREFUSED"), "Nothing listens there"],
  [coded("ENOTFOUND"), "There is no host of that name"],
  [new DOMException("too late", "TimeoutError"), "Nobody answered in time"],
  [coded("DEPTH_ZERO_SELF_SIGNED_CERT"), "Its certificate is signed by nobody but itself"],
  [coded("ETLS", "self-signed certificate"), "Its certificate is signed by nobody but itself"],
  [coded("ESOCKET", "certificate has expired"), "Its certificate has expired"],
  [
    coded("HANDSHAKE_SSL_ERROR", "unable to verify the first certificate; if the root CA is installed locally, …"),
    "Its certificate is signed by an authority that is not known here",
  ],
  [
    coded("ESOCKET", "Hostname/IP does not match certificate's altnames: Host: a. is not in the cert's altnames"),
    "Its certificate is for another name",
  ],
  [coded("ERR_SSL_WRONG_VERSION_NUMBER"), "It does not speak TLS there"],
  [
    coded("EPROTO", "error:0A0000C6:SSL routines:tls_get_more_records:packet length too long"),
    "It does not speak TLS there",
  ],
  [coded("ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION"), "TLS could not be agreed on"],
  [
    coded("ECONNRESET", "Client network socket disconnected before secure TLS connection was established"),
    "It hung up when TLS was asked for",
  ],
  [coded("ECONNRESET"), "The other side hung up"],
  [new Error("wrapped", { cause: coded("EHOSTUNREACH") }), "There is no way to that host"],
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
  [new DOMException("too late", "TimeoutError"), "db", "Nobody answered at db:5432 in time"],
  [coded("ECONNRESET"), "db", "db:5432 hung up"],
  [coded("CERT_HAS_EXPIRED"), "db", "Its certificate has expired"],
])("describes %s at %s as %j", (thrown, host, message) => {
  const failure = failureOf(thrown);
  expect(failure.at({ host, port: 5432 })).toMatchObject({ message, fix: failure.fix });
  expect(failure.at(undefined)).toBe(failure);
});
