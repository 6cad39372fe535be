// A console with the hosted identity service, against a stand-in of the service and of its browser library. The tests of
// a file share the servers and the state of the service.
import type { Page } from "@playwright/test";
import { type HostedIdentityStandIn, secretKey, startHostedIdentity } from "../services/hosted-identity.ts";
import { test } from "./journey.ts";
import { type StartedProduct, startProduct } from "./start-product.ts";

export const organization = (id: string, name: string, public_metadata: Record<string, unknown>) => ({
  id,
  name,
  role: "org:admin",
  public_metadata,
});

/** Call it once at the top of a file. The console serves the organisation Acme, the second server Globex. */
export function hostedConsole() {
  const hosted = {} as { service: HostedIdentityStandIn; product: StartedProduct };
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    hosted.service = await startHostedIdentity();
    hosted.product = await startProduct(
      {
        CLERK_PUBLISHABLE_KEY: hosted.service.publishableKey,
        CLERK_SECRET_KEY: secretKey,
        CLERK_API_URL: hosted.service.issuer,
      },
      "tests/console/hosted-process.ts",
    );
  });
  test.afterAll(async () => {
    await hosted.product.stop();
    await hosted.service.stop();
  });
  test.beforeEach(() => {
    const { service, product } = hosted;
    Object.assign(service.state, {
      isSignedIn: true,
      party: product.url,
      active: "org_acme",
      organizations: [
        organization("org_acme", "Acme", { backend_url: `${product.url}/api` }),
        organization("org_young", "Young", {}),
        organization("org_globex", "Globex", { backend_url: `${product.urlWithProvider}/api` }),
      ],
    });
    service.requests();
  });
  return {
    get service() {
      return hosted.service;
    },
    get product() {
      return hosted.product;
    },
    open: (page: Page, path: string) => page.goto(`${hosted.product.url}${path}`),
    /** The path and query of the page. */
    place: (page: Page) => page.url().slice(hosted.product.url.length),
  };
}

/** A component of the library. */
export const part = (page: Page, name: string) => page.locator(`[data-hosted-part="${name}"]`);
export const userMenu = (page: Page) => page.getByRole("button", { name: "User menu" });
/** The message of the error page; its technical details repeat the message. */
export const problem = (page: Page) => page.getByRole("alert").getByRole("heading");
export const provisioning = (page: Page) => page.getByText("Please wait, instance provisioning in-progress ...");

/** The paths that a page opens from now on. */
export function visits(page: Page): string[] {
  const visited: string[] = [];
  page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
  return visited;
}
