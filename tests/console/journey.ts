// What every journey starts with: a page on the product, a way to be signed in, and the promise that the browser's
// console stays clean.
import { expect, test as plain } from "@playwright/test";
import { signIn } from "../sign-in.ts";
import { password, people, type PersonRole, product } from "./product.ts";

interface Journey {
  /** Failures that the journey provokes; any other error in the browser's console fails it. */
  provoked: RegExp[];
  /** Who is signed in from the start, in a session of their own. */
  as: PersonRole | undefined;
  /**
   * Whether the live stream stays silent. Otherwise any change on the server has the page read again, at any moment: a
   * journey that decides what a request is answered, or counts requests, has to be the only one who asks.
   */
  still: boolean;
  cleanConsole: void;
}

export const test = plain.extend<Journey>({
  provoked: [[], { option: true }],
  as: [undefined, { option: true }],
  still: [false, { option: true }],
  // Playwright reads from the pattern what a fixture needs: this one needs nothing.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, provide) => provide(product().url),

  storageState: async ({ as }, provide) => provide(as ? await stateOf(as) : undefined),

  context: async ({ context, as, still, baseURL }, provide) => {
    if (still) await context.route("**/api/events", () => {});
    // Not by the stored state, for which Playwright would open a page of its own.
    if (as) await context.addInitScript(rememberSignIn, baseURL);
    await provide(context);
  },

  cleanConsole: [
    async ({ context, provoked }, provide) => {
      const errors: string[] = [];
      const note = (text: string) => {
        if (!provoked.some((pattern) => pattern.test(text))) errors.push(text);
      };
      context.on("console", (message) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        // Of what could not be loaded the text does not say what it was.
        note([message.text(), new URL(message.location().url || "about:").pathname].join(" "));
      });
      context.on("weberror", (error) => note(error.error().message));
      await provide();
      expect(errors, "what the browser's console says").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** In the page: the console's own memory that somebody signed in, when a window shows its first page. */
function rememberSignIn(origin: string | undefined) {
  if (location.origin !== origin || sessionStorage.getItem("begun")) return;
  sessionStorage.setItem("begun", "true");
  localStorage.setItem("signedIn", "true");
}

/** A browser in which somebody signed in before: the session's cookies. */
export const stateOf = (role: PersonRole, at = product()) => signedIn(people[role].email, at);

/** The same for a person with any e-mail address. */
export async function signedIn(email: string, { url } = product()) {
  const { hostname } = new URL(url);
  const cookies = await signIn(url, { email, password });
  return {
    cookies: cookies.split("; ").map((cookie) => {
      const [name = "", ...value] = cookie.split("=");
      const where = { domain: hostname, path: "/", expires: -1 };
      return { name, value: value.join("="), ...where, httpOnly: true, secure: false, sameSite: "Lax" as const };
    }),
    origins: [],
  };
}
