// Decides which hosts belong to this installation: the host of PUBLIC_URL, the hosts in ALLOWED_HOSTS, and loopback. A
// request can contain any host (Host, X-Forwarded-Host, absolute request target), so no URL that leaves the product is
// built from it.

interface ParsedHost {
  hostname: string;
  /** The port; undefined for the default port of the scheme. */
  port: string | undefined;
}

/** Parses a host with an optional port in canonical form, without a user, a path or other notations of an address. */
function parseHost(text: string, protocol: string): ParsedHost | undefined {
  const [, name, port = ""] = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const address = `${protocol}//${text}`;
  if (name === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.hostname !== name.toLowerCase() || (port !== "" && Number(port) === 0)) return undefined;
  return { hostname: url.hostname, port: url.port === "" ? undefined : url.port };
}

/** Whether a `hostname` as in URL, with IPv6 in brackets, is a loopback address. */
export const isLoopback = (hostname: string) =>
  hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);

/** Whether the string is a valid entry of ALLOWED_HOSTS; without a port it allows every port. */
export const isHost = (text: string) => parseHost(text, "http:") !== undefined;

export interface OwnHosts {
  publicUrl: string;
  allowedHosts: readonly string[];
}

/** Whether `host`, for example a Host header, belongs to this installation. */
export function isOwnHost(host: string, { publicUrl, allowedHosts }: OwnHosts): boolean {
  const { host: publicHost, protocol } = new URL(publicUrl);
  const requested = parseHost(host, protocol);
  if (requested === undefined) return false;
  const matches = (entry: string, { anyPort = false } = {}) => {
    const own = parseHost(entry, protocol);
    return own?.hostname === requested.hostname && (anyPort || own.port === requested.port);
  };
  return (
    isLoopback(requested.hostname) ||
    matches(publicHost) ||
    allowedHosts.some((entry) => matches(entry, { anyPort: !/:\d+$/.test(entry) }))
  );
}
