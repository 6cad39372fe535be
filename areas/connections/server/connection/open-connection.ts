// A connection that is ready for use: references are resolved and secrets are decrypted.

/** The columns of a row that hold fields. */
export interface Parts {
  url: string | null;
  username: string | null;
  password: string | null;
  certificate: string | null;
  insecure_tls: boolean;
  properties: Readonly<Record<string, string>>;
}

/** For the server only; never part of a response. */
export interface OpenConnection extends Parts {
  /** The id of the stored connection; null for a plain address. */
  id: string | null;
  name: string;
  namespace: string;
  type: string;
}
