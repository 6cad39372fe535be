// What belongs to our own site: the address people are told (PUBLIC_URL), and the one a request came to. Everything that
// leads a browser somewhere, or takes its word for where it comes from, asks here.
import type { FastifyRequest } from "fastify";
import { Problem } from "#language/problem.ts";

/** What of a request tells where it went and where it came from. */
export type Addressed = Pick<FastifyRequest, "headers" | "protocol">;

/**
 * The origin a request came to. Behind a proxy that ends TLS the scheme seen here may be wrong, so the public address
 * is believed when it names the same host.
 */
export function originOf({ headers, protocol }: Addressed, publicUrl: string): string {
  const { host } = headers;
  if (host === undefined || host.toLowerCase() === new URL(publicUrl).host) return publicUrl;
  const address = `${protocol}://${host}`;
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

export interface Site {
  publicUrl: string;
  /** Other sites that one may return to. */
  returnToOrigins: readonly string[];
}

/** The place a person wants to return to; a Problem when it lies elsewhere. */
export function returnPlace(
  address: string | undefined,
  request: Addressed,
  { publicUrl, returnToOrigins }: Site,
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
