// Rows of the tables in tests/system/connections.test.ts: the values of the form and the expected result.
import type { Servers } from "../all-servers.ts";
import type { Circumstances, Form } from "../trial.ts";

/** The password of every user on the test servers. It contains the characters that are special in URLs. */
export const password = "pass/w@rd: 100%&+é";

export type Row = readonly [
  what: string,
  form: (at: Servers) => Form,
  message: string | RegExp,
  fix?: string | undefined,
  more?: (at: Servers) => Circumstances,
];

export const host = "127.0.0.1";
export const ada = { username: "ada", password };
export const wrong = { username: "ada", password: "guessed-wrong" };

/** Makes the connection trust the authority of the servers. */
export const trusting = ({ certificates }: Servers) => ({ columns: { certificate: certificates.ca } });

export const refused = ["The server refused the username or the password", "Check username and password."] as const;
export const nobody = [
  /^Nothing listens at 127\.0\.0\.1:\d+$/,
  "Check host and port, and that the service is running.",
] as const;
export const untrusted = [
  "The server's certificate is signed by an unknown authority",
  "Install a trusted certificate on the server, or turn on Insecure TLS.",
] as const;
export const noTls = ["The server does not use TLS on this port", "Use the address or the port without TLS."] as const;
export const notOffered = [
  "The server does not offer TLS",
  "Turn on TLS on the server, or do not require it in the URL.",
] as const;
