// Describes this site: the public address (PUBLIC_URL) and the address of a request. Redirects, CSRF checks and
// everything that sends mail use it. Links in mails are built from PUBLIC_URL, never from a request.
import type { FastifyRequest } from "fastify";
import { Problem } from "#language/problem.ts";
import { isOwnHost, type OwnHosts } from "#server/env/own-hosts.ts";

/** The parts of a request that contain its target and its origin. `host` is X-Forwarded-Host only with TRUST_PROXY. */
export type Addressed = Pick<FastifyRequest, "headers" | "protocol" | "host">;

/**
 * The origin that a request was sent to, for addresses in the response and for comparison with Origin. The client chose
 * it, so it must not be used in responses to others. Behind a proxy that terminates TLS the scheme may be wrong, so the
 * public address is used if it has the same host.
 */
export function originOf({ host, protocol }: Addressed, publicUrl: string): string {
  if (host.toLowerCase() === new URL(publicUrl).host) return publicUrl;
  const address = `${protocol === "https" ? "https" : "http"}://${host}`;
  return URL.canParse(address) && new URL(address).host === host.toLowerCase() ? new URL(address).origin : publicUrl;
}

const hasControlOrSpace = (text: string) => [...text].some((sign) => sign <= " " || sign === "\u007f");

/**
 * Returns a `return_to` as path, query and fragment on this site, which is safe to use later because it has no host;
 * undefined if it is on a different site.
 */
export function placeOnSite(address: string, origins: readonly string[]): string | undefined {
  const [base] = origins;
  // Browsers drop tabs and line ends and treat a backslash as a slash: such addresses are refused.
  if (base === undefined || address.length > 4096 || hasControlOrSpace(address) || address.includes("\\")) return;
  const isAbsolute = /^https?:\/\/[^/]/i.test(address);
  const isPath = address.startsWith("/") && !address.startsWith("//");
  if ((!isAbsolute && !isPath) || !URL.canParse(address, base)) return;
  const url = new URL(address, base);
  if (url.username !== "" || url.password !== "" || !origins.includes(url.origin)) return;
  // "/.//host" becomes "//host" after its dots are resolved, which is an address on a different site.
  return url.pathname.startsWith("//") ? undefined : url.pathname + url.search + url.hash;
}

/** Returns a complete address on one of the allowed sites; undefined for other sites. */
function placeOnOtherSite(address: string, origins: readonly string[]): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  const place = origins.includes(origin) ? placeOnSite(address, [origin]) : undefined;
  return place === undefined ? undefined : origin + place;
}

export interface Site extends OwnHosts {
  /** Other sites to which a flow may return. */
  returnToOrigins: readonly string[];
}

/** Returns the place to return to; throws a Problem if it is on a site that is not allowed. */
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
      details: "The address must be a path on this site, such as /health, or the full address of an allowed site.",
    });
  return place;
}

/** Whether a page of this site made the request, according to the browser: here, elsewhere, or unknown. */
export function requestSource(request: Addressed, publicUrl: string): "here" | "elsewhere" | "unknown" {
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

/** The parts of a request in which a client can set the host. */
type HostNaming = Pick<FastifyRequest, "host" | "url" | "raw">;

/**
 * Returns the hosts that a request names; undefined if it has several Host headers. The host of an absolute request
 * target is included (RFC 9112).
 */
function hostsOf({ host, url, raw }: HostNaming): string[] | undefined {
  if ((raw.headersDistinct["host"]?.length ?? 0) > 1) return undefined;
  const target = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  return target === undefined ? [host] : [target, host];
}

export const isForOwnHost = (request: HostNaming, hosts: OwnHosts): boolean =>
  hostsOf(request)?.every((host) => isOwnHost(host, hosts)) ?? false;

/** Explains to an administrator how to fix the host, in the response to a refused request and in the console. */
export const hostHint = ({ publicUrl }: Pick<OwnHosts, "publicUrl">) => ({
  title: "Set PUBLIC_URL to the address people use.",
  details:
    `This address is neither PUBLIC_URL (${publicUrl}) nor in ALLOWED_HOSTS, so no mail is sent from here. ` +
    `Open ${publicUrl}, or change one of the two settings and start Quarterdeck again.`,
});

/** Refuses a request that would send mail if its host is not a host of this server. */
export function requireOwnHost(request: HostNaming, hosts: OwnHosts): void {
  if (isForOwnHost(request, hosts)) return;
  const { title, details } = hostHint(hosts);
  throw new Problem("host_not_allowed", "No mail is sent from this address.", { details: `${title} ${details}` });
}
