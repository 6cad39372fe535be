// How Chromium is started: as a browser that nobody looks at.

// A later --disable-features replaces an earlier one, so that Playwright's own choices have to be repeated here.
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

// Chromium draws its own menus as web pages, and loads them anew for every window: more work than our pages are.
const ownPages = ["PreloadTopChromeWebUI", "WebUIOmniboxAimPopup", "WebUIOmniboxPopup", "WebUIReloadButton"];

export function chromiumFlags(): string[] {
  // Chromium refuses to sandbox itself as root.
  const isRoot = process.getuid?.() === 0;
  return [`--disable-features=${[...playwrights, ...ownPages].join(",")}`, ...(isRoot ? ["--no-sandbox"] : [])];
}
