// The parts of the hosted identity service that the console and the server both read: its publishable key, and the
// metadata of organisations.

/** The name of the meta element with the publishable key, in the page that the server sends. */
export const hostedKeyName = "clerk-publishable-key";

/**
 * The service's origin, which is encoded in the publishable key: pk_test_ or pk_live_, then the host and "$" in base64.
 * Returns undefined if the key has a different format.
 */
export function issuerOf(publishableKey: string): string | undefined {
  const encoded = /^pk_(?:test|live)_([A-Za-z0-9+/]+={0,2})$/.exec(publishableKey)?.[1];
  if (encoded === undefined) return undefined;
  const host = /^([a-z0-9.-]+(?::\d{1,5})?)\$$/i.exec(decode(encoded))?.[1];
  if (host === undefined || !URL.canParse(`https://${host}`)) return undefined;
  // Plain http is used only on this machine.
  const isLocal = /^(?:localhost|127(?:\.\d+){3})(?::|$)/.test(host);
  return new URL(`${isLocal ? "http" : "https"}://${host}`).origin;
}

/**
 * The address of an organisation's backend from `backend_url` in its public metadata, without a slash at the end.
 * Undefined if the value is not a web address.
 */
export function backendAddress(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^https?:\/\//.test(value) || !URL.canParse(value)) return undefined;
  const { origin, pathname } = new URL(value);
  return (origin + pathname).replace(/\/+$/, "");
}

function decode(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return "";
  }
}
