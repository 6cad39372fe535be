// Measures the gzip size of the scripts that a browser with an empty cache loads until the page /login is idle.
import { atMost, type Bench } from "./bench.ts";
import { launchBrowser } from "./browser.ts";
import { startProduct } from "./product.ts";
import { scriptBytes } from "../../tests/support/script-bytes.ts";

export const loginBytes: Bench = {
  name: "login-bytes",
  async run() {
    const product = await startProduct();
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const scripts = await scriptBytes(page, `${product.url}/login`, page.getByLabel("Email"));
      const total = scripts.reduce((sum, { gzip }) => sum + gzip, 0);
      return [atMost("scripts of /login", total / 1000, 110, "kB", `${scripts.length} files, gzip`)];
    } finally {
      await browser.close();
      await product.stop();
    }
  },
};
