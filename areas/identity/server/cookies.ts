// The three cookies of a browser: the session, the secret that binds forms to the browser, and the device mark. Scripts
// cannot read them. On https their names have a prefix that keeps sibling domains from setting them.
import { stringifySetCookie } from "cookie";
import type { FastifyReply } from "fastify";

export interface CookieNames {
  session: string;
  csrf: string;
  device: string;
}

export interface Cookies {
  names: CookieNames;
  set(reply: FastifyReply, name: string, value: string, maxAgeSeconds: number): void;
  clear(reply: FastifyReply, name: string): void;
}

export function createCookies(publicUrl: string): Cookies {
  const secure = publicUrl.startsWith("https:");
  const prefix = secure ? "__Host-" : "";
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  return {
    names: {
      session: `${prefix}quarterdeck_session`,
      csrf: `${prefix}quarterdeck_csrf`,
      device: `${prefix}quarterdeck_device`,
    },
    set(reply, name, value, maxAge) {
      reply.header("set-cookie", stringifySetCookie({ name, value, maxAge, ...options }));
    },
    clear(reply, name) {
      reply.header("set-cookie", stringifySetCookie({ name, value: "", expires: new Date(0), maxAge: 0, ...options }));
    },
  };
}

/** Reads one cookie without parsing the others, because it runs on every request. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (let at = header.indexOf(name); at !== -1; at = header.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (header.charCodeAt(end) !== 61 || (at > 0 && header[at - 1] !== " " && header[at - 1] !== ";")) continue;
    const stop = header.indexOf(";", end);
    return header.slice(end + 1, stop === -1 ? undefined : stop).trim();
  }
  return undefined;
}
