// `node bin/run.mjs tools/pictures/index.ts [screen…]` takes pictures of all screens of the product, or of the named
// ones, and stores them in dist/screens/<screen>/: wide and narrow, light and dark, and the full length of pages that
// scroll. dist/screens/INDEX.md lists them. The products are a fresh installation and one with a seeded estate; both are
// temporary.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { repository } from "#lib/load/repository.ts";
import { prepare } from "../../bin/prepare.mjs";
import { createSteps } from "../../bin/steps.mjs";
import { firstLine, launchBrowser, takeScreen } from "./camera.ts";
import { writeContents } from "./contents.ts";
import { openProducts, type PicturedProduct } from "./products.ts";
import type { Screen } from "./screen.ts";
import { addRows } from "./seeded-rows.ts";
import { healthScreens } from "./screens/health.ts";
import { incidentScreens } from "./screens/incidents-and-playbooks.ts";
import { firstRuns, firstRunScreens, guestScreens, twoFactor } from "./screens/installation.ts";
import { messageScreens } from "./screens/messages-and-views.ts";
import { settingsScreens } from "./screens/settings.ts";
import { featureOff, outage, shellScreens, takeOutage } from "./screens/shell.ts";
import { catalogScreens } from "./screens/topology-and-catalog.ts";

/** The number of pages that are open at the same time. */
const PAGES = 2;

const folder = join(repository, "dist/screens");
const seededScreens = [
  ...healthScreens,
  ...catalogScreens,
  ...incidentScreens,
  ...messageScreens,
  ...settingsScreens,
  ...shellScreens,
];
const ofFresh = [...guestScreens, ...firstRunScreens, twoFactor];
const ofSeeded = [...seededScreens, featureOff, outage];
const screens = [...ofFresh, ...ofSeeded];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !screens.some((screen) => screen.name === name));
if (unknown.length > 0) {
  console.error(`Unknown screen: ${unknown.join(", ")}. Available: ${screens.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
const isAsked = ({ name }: Screen) => asked.length === 0 || asked.includes(name);

await prepare(createSteps(), { extent: "all", builds: true, verbose: false });
const problems: string[] = [];
const products = await openProducts();
let browser: Browser | undefined;
const end = async () => {
  await browser?.close();
  await products.stop();
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => void end().finally(() => process.exit(130)));

try {
  mkdirSync(folder, { recursive: true });
  browser = await launchBrowser();
  if (ofFresh.some(isAsked)) await takeFresh(browser);
  if (ofSeeded.some(isAsked)) await takeSeeded(browser);
} finally {
  await end();
}
const pictures = writeContents(folder, screens);
console.log(`${pictures} pictures in ${folder}`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

async function takeFresh(browser: Browser): Promise<void> {
  const product = await products.startFresh();
  await takeAll(guestScreens, { browser, product });
  if (firstRunScreens.some(isAsked)) await firstRuns();
  await takeAll(firstRunScreens, { browser, product });
  await takeAll([twoFactor], { browser, product });
  await product.stop();
}

async function takeSeeded(browser: Browser): Promise<void> {
  const product = await products.startSeeded();
  await addRows(product, browser);
  // Two agents stay connected; an agent is offline after a minute without a message.
  const beat = () =>
    product
      .ask("update agents set last_seen = now(), last_received = now() where name in ('edge-1', 'edge-2')")
      .catch(() => []);
  const beating = setInterval(() => void beat(), 10_000);
  try {
    await beat();
    await takeAll(seededScreens, { browser, product });
    await takeAll([featureOff], { browser, product });
  } finally {
    clearInterval(beating);
  }
  if (isAsked(outage))
    await takeOutage(browser, product, folder).catch((error: unknown) =>
      problems.push(`${outage.name}, ${firstLine(error)}`),
    );
}

/** Takes the screens that were asked for, some at the same time. */
async function takeAll(group: readonly Screen[], place: { browser: Browser; product: PicturedProduct }): Promise<void> {
  const waiting = group.filter(isAsked);
  const work = async () => {
    for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
      problems.push(...(await takeScreen(screen, { ...place, folder })));
      console.log(screen.name);
    }
  };
  await Promise.all(Array.from({ length: PAGES }, work));
}
