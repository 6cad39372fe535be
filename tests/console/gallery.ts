// A page on the gallery instead of on the product; what the browser's console says is held against it all the same.
import { serveGallery } from "../../tools/gallery/serve.ts";
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
