// A connection that is ready for use: references are resolved and secrets are opened.

/** The columns of a row that hold fields. */
export interface Parts {
  url: string | null;
  username: string | null;
  password: string | null;
  certificate: string | null;
  insecure_tls: boolean;
  properties: Readonly<Record<string, string>>;
}

/** For the server only, never part of an answer. */
export interface OpenConnection extends Parts {
  /** Null for a plain address. */
  id: string | null;
  name: string;
  namespace: string;
  type: string;
}
