// Opens a separate window for a second person, in tests in which two people work on the same thing.
import type { Page } from "@playwright/test";
import { signedIn } from "./journey.ts";
import { product } from "./product.ts";

/** Runs a part of a test in a window in which the person with this email is signed in, and closes the window. */
export async function asPerson(page: Page, email: string, work: (other: Page) => Promise<void>): Promise<void> {
  const context = await page
    .context()
    .browser()!
    .newContext({ baseURL: product().url, storageState: await signedIn(email) });
  try {
    await context.addInitScript(() => localStorage.setItem("signedIn", "true"));
    await work(await context.newPage());
  } finally {
    await context.close();
  }
}
