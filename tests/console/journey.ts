// The base fixture of all browser tests: opens pages of the product, signs people in, and checks that the browser's
// console has no errors.
import { expect, test as plain } from "@playwright/test";
import { signIn } from "../support/sign-in.ts";
import { password, people, type PersonRole, product } from "./product.ts";

interface Journey {
  /** Errors that the browser test expects; any other error in the browser console fails the test. */
  provoked: RegExp[];
  /** The role that is signed in from the start, with its own session. */
  as: PersonRole | undefined;
  /**
   * Whether the live stream is blocked. Otherwise any change on the server can make the page reload data. A browser
   * test that replaces responses or counts requests must block it.
   */
  still: boolean;
  cleanConsole: void;
  printedPage: void;
}

/** The part of a page that is printed: enough to see the state it was in. */
const MAX_PRINTED = 4000;

export const test = plain.extend<Journey>({
  provoked: [[], { option: true }],
  as: [undefined, { option: true }],
  still: [false, { option: true }],
  // Playwright reads the fixture's dependencies from this pattern; it has none.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, provide) => provide(product().url),

  storageState: async ({ as }, provide) => provide(as ? await stateOf(as) : undefined),

  context: async ({ context, as, still, baseURL }, provide) => {
    if (still) await context.route("**/api/events", () => {});
    // The state is not set with `storageState`, for which Playwright would open its own page.
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
        // The message of a failed request does not contain its path.
        note([message.text(), new URL(message.location().url || "about:").pathname].join(" "));
      });
      context.on("weberror", (error) => note(error.error().message));
      await provide();
      expect(errors, "errors in the browser's console").toEqual([]);
    },
    { auto: true },
  ],

  // Prints the page of a failed browser test, because only the output of a remote run can be read afterwards.
  printedPage: [
    async ({ context }, provide, info) => {
      await provide();
      if (info.status === info.expectedStatus) return;
      for (const page of context.pages()) {
        const snapshot = await page
          .locator("body")
          .ariaSnapshot({ timeout: 5000 })
          .catch((error: unknown) => String(error));
        process.stdout.write(`“${info.title}” ended at ${page.url()}\n${snapshot.slice(0, MAX_PRINTED)}\n`);
      }
    },
    { auto: true },
  ],
});

export { expect };

/** Runs in the page: on the first page of a window, sets the local storage entry that marks a signed-in person. */
function rememberSignIn(origin: string | undefined) {
  if (location.origin !== origin || sessionStorage.getItem("begun")) return;
  sessionStorage.setItem("begun", "true");
  localStorage.setItem("signedIn", "true");
}

/** Returns the session cookies of a browser in which the role is signed in. */
export const stateOf = (role: PersonRole, at = product()) => signedIn(people[role].email, at);

/** Returns the session cookies of a person with any email address. */
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
