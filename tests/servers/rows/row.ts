// Rows of the tables in tests/system/connections.test.ts: the values of the form and the expected result.
import type { Servers } from "../all-servers.ts";
import { password } from "../password.ts";
import type { Circumstances, Form } from "../trial.ts";

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

/** Trusts the authority of the servers. */
export const trusting = ({ certificates }: Servers) => ({ columns: { certificate: certificates.ca } });

export const refused = ["The server refuses this user or password", "Check username and password."] as const;
export const nobody = [
  /^Nothing listens at 127\.0\.0\.1:\d+$/,
  "Check host and port, and that the service runs.",
] as const;
export const untrusted = [
  "Its certificate is signed by an authority that is not known here",
  "Give it a certificate that is trusted, or turn on Insecure TLS.",
] as const;
export const noTls = ["It does not speak TLS there", "Use the address or the port without TLS."] as const;
export const notOffered = [
  "The server does not offer TLS",
  "Turn TLS on at the server, or do not ask for it in the URL.",
] as const;
