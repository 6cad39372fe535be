// Our own site: the address people use (PUBLIC_URL), and the one a request came to. Redirects, CSRF checks and everything that
// sends mail ask here. Links in mails are built from PUBLIC_URL and never from a request.
import type { FastifyRequest } from "fastify";
import { Problem } from "#language/problem.ts";
import { isOwnHost, type OwnHosts } from "#server/own-hosts.ts";

/** The parts of a request that say where it went and where it came from. `host` is X-Forwarded-Host with TRUST_PROXY only. */
export type Addressed = Pick<FastifyRequest, "headers" | "protocol" | "host">;

/**
 * The origin a request came to, for addresses in the answer to that same request and for comparison with Origin: the client
 * chose it, so nobody else may be sent there. Behind a proxy that ends TLS the scheme seen here may be wrong, so the public
 * address is used when it names the same host.
 */
export function originOf({ host, protocol }: Addressed, publicUrl: string): string {
  if (host.toLowerCase() === new URL(publicUrl).host) return publicUrl;
  const address = `${protocol === "https" ? "https" : "http"}://${host}`;
  return URL.canParse(address) && new URL(address).host === host.toLowerCase() ? new URL(address).origin : publicUrl;
}

const hasControlOrSpace = (text: string) => [...text].some((sign) => sign <= " " || sign === "\u007f");

/**
 * A `return_to` as path, query and fragment on our own site. Keeping no host is what makes it safe to hand out later;
 * undefined when it is not ours.
 */
export function placeOnSite(address: string, origins: readonly string[]): string | undefined {
  const [base] = origins;
  // Browsers drop tabs and line ends and take a backslash for a slash: an address that needs such care is refused.
  if (base === undefined || address.length > 4096 || hasControlOrSpace(address) || address.includes("\\")) return;
  const isAbsolute = /^https?:\/\/[^/]/i.test(address);
  const isPath = address.startsWith("/") && !address.startsWith("//");
  if ((!isAbsolute && !isPath) || !URL.canParse(address, base)) return;
  const url = new URL(address, base);
  if (url.username !== "" || url.password !== "" || !origins.includes(url.origin)) return;
  // "/.//host" becomes "//host" once its dots are resolved, and that is another site's address.
  return url.pathname.startsWith("//") ? undefined : url.pathname + url.search + url.hash;
}

/** An address on one of the sites that the operator named, whole; undefined when it is on none of them. */
function placeOnOtherSite(address: string, origins: readonly string[]): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  const place = origins.includes(origin) ? placeOnSite(address, [origin]) : undefined;
  return place === undefined ? undefined : origin + place;
}

export interface Site extends OwnHosts {
  /** Other sites that one may return to. */
  returnToOrigins: readonly string[];
}

/** The place a person wants to return to; a Problem when it lies elsewhere. */
export function returnPlace(
  address: string | undefined,
  request: Addressed,
  { publicUrl, returnToOrigins }: Pick<Site, "publicUrl" | "returnToOrigins">,
): string | undefined {
  if (address === undefined || address === "") return undefined;
  const place =
    placeOnSite(address, [originOf(request, publicUrl), publicUrl]) ?? placeOnOtherSite(address, returnToOrigins);
  if (place === undefined)
    throw new Problem("self_service_flow_return_to_forbidden", "The return_to address is not allowed.", {
      details: "It must be a path on this site, such as /health, or a full address of a site that is allowed.",
    });
  return place;
}

/** What the browser says about where a request was made: here, elsewhere, or nothing at all. */
export function madeAt(request: Addressed, publicUrl: string): "here" | "elsewhere" | "unknown" {
  const { "sec-fetch-site": site, origin, referer } = request.headers;
  if (typeof site === "string") return site === "same-origin" || site === "none" ? "here" : "elsewhere";
  if (origin !== undefined) return isOwnOrigin(origin, request, publicUrl) ? "here" : "elsewhere";
  if (referer !== undefined)
    return URL.canParse(referer) && isOwnOrigin(new URL(referer).origin, request, publicUrl) ? "here" : "elsewhere";
  return "unknown";
}

function isOwnOrigin(origin: string, request: Addressed, publicUrl: string): boolean {
  return origin === publicUrl || origin === originOf(request, publicUrl);
}

export const isChange = (method: string) => method !== "GET" && method !== "HEAD" && method !== "OPTIONS";

/** The part of a request that names its host: every way in which a client can do so. */
type HostNaming = Pick<FastifyRequest, "host" | "url" | "raw">;

/** The hosts that a request names; undefined when it says Host more than once. RFC 9112: the host of an absolute target counts, too. */
function hostsOf({ host, url, raw }: HostNaming): string[] | undefined {
  if ((raw.headersDistinct["host"]?.length ?? 0) > 1) return undefined;
  const target = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  return target === undefined ? [host] : [target, host];
}

export const isForOwnHost = (request: HostNaming, hosts: OwnHosts): boolean =>
  hostsOf(request)?.every((host) => isOwnHost(host, hosts)) ?? false;

/** Says what an administrator has to do. The same sentences stand in the answer to a refused request and in the console. */
export const hostHint = ({ publicUrl }: Pick<OwnHosts, "publicUrl">) => ({
  title: "Set PUBLIC_URL to the address people use.",
  details:
    `This address is neither PUBLIC_URL (${publicUrl}) nor in ALLOWED_HOSTS, so no mail is sent from here. ` +
    `Open ${publicUrl}, or change one of the two settings and start Quarterdeck again.`,
});

/** Refuses a request that would send mail when it names a host that is not ours. */
export function requireOwnHost(request: HostNaming, hosts: OwnHosts): void {
  if (isForOwnHost(request, hosts)) return;
  const { title, details } = hostHint(hosts);
  throw new Problem("host_not_allowed", "No mail is sent from this address.", { details: `${title} ${details}` });
}
