// A minimal browser for sign-in: it keeps cookies, sends its origin, and can submit a login form.
import type { Credentials } from "../support/sign-in.ts";
import type { TestServer } from "../support/test-server.ts";
import type { AnyFlow, LoginFlow, UiNode } from "#areas/identity/model.ts";

export interface Browser {
  cookies: Map<string, string>;
  /** Set-Cookie lines of the last response. */
  lastSet: string[];
  /** Does not follow redirects. Default Accept header: JSON. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  json<T>(path: string, init?: RequestInit): Promise<T>;
  startLogin(query?: Record<string, string>): Promise<LoginFlow>;
  submit(flow: LoginFlow, values: Record<string, unknown>, init?: RequestInit): Promise<Response>;
  signIn(credentials?: Credentials): Promise<Response>;
  /** Starts a flow of any kind. */
  start<F extends AnyFlow>(kind: FlowKind, query?: Record<string, string>): Promise<F>;
  send(kind: FlowKind, flow: AnyFlow, values: Record<string, unknown>, init?: RequestInit): Promise<Response>;
}

/** The server to visit, with its administrator. */
export type Site = Pick<TestServer, "url" | "fetch" | "administrator">;

export type FlowKind = "login" | "registration" | "recovery" | "verification" | "settings";

export function openBrowser(server: Site, { address }: { address?: string } = {}): Browser {
  const cookies = new Map<string, string>();
  const browser: Browser = {
    cookies,
    lastSet: [],
    async fetch(path, init = {}) {
      const headers = new Headers({ accept: "application/json", origin: server.url });
      if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
      if (address !== undefined) headers.set("x-forwarded-for", address);
      for (const [name, value] of new Headers(init.headers)) {
        if (value === "") headers.delete(name);
        else headers.set(name, value);
      }
      const answer = await server.fetch(path, { ...init, headers });
      browser.lastSet = answer.headers.getSetCookie();
      for (const line of browser.lastSet) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
    async json<T>(path: string, init?: RequestInit) {
      return (await (await browser.fetch(path, init)).json()) as T;
    },
    startLogin: (query = {}) => browser.start("login", query),
    submit: (flow, values, init) => browser.send("login", flow, { method: "password", ...values }, init),
    start: (kind, query = {}) => browser.json(`/api/.ory/self-service/${kind}/browser?${new URLSearchParams(query)}`),
    send: (kind, flow, values, init = {}) =>
      browser.fetch(`/api/.ory/self-service/${kind}?flow=${flow.id}`, {
        method: "POST",
        body: JSON.stringify({ csrf_token: csrfOf(flow), ...values }),
        ...init,
        headers: { "content-type": "application/json", ...init.headers },
      }),
    async signIn({ email, password } = server.administrator) {
      return browser.submit(await browser.startLogin(), { identifier: email, password });
    },
  };
  return browser;
}

export const nodeOf = (flow: Pick<AnyFlow, "ui">, name: string): UiNode & { attributes: { node_type: "input" } } => {
  const node = flow.ui.nodes.find(({ attributes }) => attributes.node_type === "input" && attributes.name === name);
  if (node?.attributes.node_type !== "input") throw new Error(`the flow has no input ${name}`);
  return { ...node, attributes: node.attributes };
};

export const csrfOf = (flow: Pick<AnyFlow, "ui">) => String(nodeOf(flow, "csrf_token").attributes.value);
