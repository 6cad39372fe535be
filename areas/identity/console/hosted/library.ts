// Loads the browser library of the hosted identity service from the service itself, as its documentation requires.
import { type Clerk, hostedLibrary } from "#console/access/hosted.ts";
import { issuerOf } from "#language/hosted-identity.ts";

const PATH = "/npm/@clerk/clerk-js@5/dist/clerk.browser.js";

let loading: Promise<Clerk> | undefined;

/** Loads the library once. A failed attempt can be repeated. */
export const loadLibrary = (publishableKey: string): Promise<Clerk> =>
  (loading ??= load(publishableKey).catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));

async function load(publishableKey: string): Promise<Clerk> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${issuerOf(publishableKey)}${PATH}`;
    script.async = true;
    script.crossOrigin = "anonymous";
    // The library reads its key from this attribute.
    script.dataset["clerkPublishableKey"] = publishableKey;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error("The identity service cannot be reached. Check your connection and try again."));
    });
    document.head.append(script);
  });
  const clerk = hostedLibrary();
  // A full navigation leaves nothing of another session or organisation in memory.
  await clerk.load({
    routerPush: (to) => location.assign(to),
    routerReplace: (to) => location.replace(to),
    // The library reads redirect_url from the address, which anyone can write.
    allowedRedirectOrigins: [location.origin],
  });
  return clerk;
}
