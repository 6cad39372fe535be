// The hosts that this installation answers to: the one of PUBLIC_URL, those of ALLOWED_HOSTS, and loopback. A request can name
// any host it likes (Host, X-Forwarded-Host, absolute request target), so nothing that leaves the product is built from it.

interface ParsedHost {
  hostname: string;
  /** undefined for the default port of the scheme. */
  port: string | undefined;
}

/** A host with an optional port, in its canonical form only: no user, no path, no other notation of an address. */
function parseHost(text: string, protocol: string): ParsedHost | undefined {
  const [, name, port = ""] = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const address = `${protocol}//${text}`;
  if (name === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.hostname !== name.toLowerCase() || (port !== "" && Number(port) === 0)) return undefined;
  return { hostname: url.hostname, port: url.port === "" ? undefined : url.port };
}

/** `hostname` as URL gives it: IPv6 in brackets. */
export const isLoopback = (hostname: string) =>
  hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);

/** One entry of ALLOWED_HOSTS: without a port it allows every port. */
export const isHost = (text: string) => parseHost(text, "http:") !== undefined;

export interface OwnHosts {
  publicUrl: string;
  allowedHosts: readonly string[];
}

/** Whether `host` (a Host header, for example) is one that this installation answers to. */
export function isOwnHost(host: string, { publicUrl, allowedHosts }: OwnHosts): boolean {
  const { host: publicHost, protocol } = new URL(publicUrl);
  const asked = parseHost(host, protocol);
  if (asked === undefined) return false;
  const matches = (entry: string, { anyPort = false } = {}) => {
    const own = parseHost(entry, protocol);
    return own?.hostname === asked.hostname && (anyPort || own.port === asked.port);
  };
  return (
    isLoopback(asked.hostname) ||
    matches(publicHost) ||
    allowedHosts.some((entry) => matches(entry, { anyPort: !/:\d+$/.test(entry) }))
  );
}
