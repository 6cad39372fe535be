// The values with which an agent connects to this server.

export interface UpstreamValues {
  name: string;
  token: string;
  /** The address of this server. */
  origin: string;
}

/** Returns the values as environment variables. The user name `token` is the default of agents. */
export const upstreamVariables = ({ name, token, origin }: UpstreamValues): string =>
  [
    ["UPSTREAM_URL", `${origin}/api`],
    ["UPSTREAM_NAME", name],
    ["UPSTREAM_USERNAME", "token"],
    ["UPSTREAM_TOKEN", token],
  ]
    .map(([key, value]) => `${key}=${quoted(value!)}`)
    .join("\n");

/** Quotes a value for a shell, if necessary. */
const quoted = (value: string) => (/^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`);
