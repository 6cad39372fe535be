// The flags for headless Chromium.

// A later --disable-features option replaces an earlier one, so the list of Playwright is repeated here.
const playwrights = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

// Chromium renders its own menus as web pages and loads them again for every window, which takes more time than the
// pages of the console.
const ownPages = ["PreloadTopChromeWebUI", "WebUIOmniboxAimPopup", "WebUIOmniboxPopup", "WebUIReloadButton"];

export function chromiumFlags(): string[] {
  // Chromium cannot use its sandbox as root.
  const isRoot = process.getuid?.() === 0;
  return [`--disable-features=${[...playwrights, ...ownPages].join(",")}`, ...(isRoot ? ["--no-sandbox"] : [])];
}
