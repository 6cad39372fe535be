// Signs in over HTTP in the same way as a browser: creates a login flow, submits its form, keeps the cookies.

export interface Credentials {
  email: string;
  password: string;
}

interface Flow {
  ui: { action: string; nodes: { attributes: { name?: string; value?: unknown } }[] };
}

/** Returns the `cookie` header of a signed-in person. */
export async function signIn(url: string, { email, password }: Credentials): Promise<string> {
  const cookies = new Map<string, string>();
  const ask = async (address: string, init: RequestInit = {}) => {
    const headers = { accept: "application/json", origin: new URL(url).origin, cookie: cookieHeader(cookies) };
    const answer = await fetch(address, { ...init, redirect: "manual", headers: { ...headers, ...init.headers } });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    if (!answer.ok) throw new Error(`Signing in failed: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const flow = (await ask(`${url}/api/.ory/self-service/login/browser`)) as Flow;
  const csrf = flow.ui.nodes.find(({ attributes }) => attributes.name === "csrf_token")?.attributes.value;
  // The form's action may have the public address, which need not be the address of this request.
  const action = new URL(flow.ui.action, url);
  await ask(`${url}${action.pathname}${action.search}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ method: "password", identifier: email, password, csrf_token: csrf }),
  });
  return cookieHeader(cookies);
}

const cookieHeader = (cookies: ReadonlyMap<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
