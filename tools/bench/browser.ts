// Opens Chromium for a bench, with the administrator of a product signed in.
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { provideChromium } from "../test/chromium.ts";
import type { Product } from "./product.ts";

export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await provideChromium("browser"), chromiumSandbox: process.getuid?.() !== 0 });

export async function signedInContext(
  browser: Browser,
  { cookie: cookies, url }: Pick<Product, "cookie" | "url">,
  width: number,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
  await context.addCookies(
    cookies.split("; ").map((cookie) => {
      const [name = "", ...value] = cookie.split("=");
      return { name, value: value.join("="), url };
    }),
  );
  await context.addInitScript(() => localStorage.setItem("signedIn", "true"));
  return context;
}
