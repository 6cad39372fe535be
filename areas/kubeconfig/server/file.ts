// The file itself: one cluster, one user, one context.

export interface KubeconfigParts {
  /** What cluster and context are called. */
  name: string;
  server: string;
  user: string;
  token: string;
}

/** YAML's double quotes read as JSON's do, so that no name can break out of its place. */
const quoted = (text: string) => JSON.stringify(text);

export const kubeconfigFile = ({ name, server, user, token }: KubeconfigParts): string =>
  `apiVersion: v1
kind: Config
clusters:
  - name: ${quoted(name)}
    cluster:
      server: ${quoted(server)}
users:
  - name: ${quoted(user)}
    user:
      token: ${quoted(token)}
contexts:
  - name: ${quoted(name)}
    context:
      cluster: ${quoted(name)}
      user: ${quoted(user)}
current-context: ${quoted(name)}
`;
