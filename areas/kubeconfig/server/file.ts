// The content of the kubeconfig: one cluster, one user, one context.

export interface KubeconfigParts {
  /** The name of the cluster and of the context. */
  name: string;
  server: string;
  user: string;
  token: string;
}

/** JSON strings are valid YAML strings, so a name cannot inject YAML. */
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
