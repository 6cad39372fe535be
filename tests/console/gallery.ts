// Opens a page of the gallery instead of the product; errors in the browser's console also fail the test.
import { serveGallery } from "../../tools/gallery/serve.ts";
import type { Page } from "@playwright/test";
import { test as journey } from "./journey.ts";

export const test = journey.extend<object, { gallery: string }>({
  gallery: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const { url, stop } = await serveGallery();
      await provide(url);
      await stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ gallery }, provide) => provide(gallery),
});

export { expect } from "./journey.ts";

/** Returns the value of a design token that the browser computes. */
export const colourOf = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(--${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);
