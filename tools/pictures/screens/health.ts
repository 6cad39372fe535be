// The health page in its groupings, the pages of checks, and the editor of canaries.
import { asCode, type Screen, screen } from "../screen.ts";

export const healthScreens: readonly Screen[] = [
  screen("health", "/health", "Health page as opened: failing checks only, grouped by canary (600 checks)"),
  screen("health-groups", "/health?groupBy=type&hidePassing=false", "Health grouped by type, passing checks shown"),
  screen(
    "health-pivot",
    "/health?groupBy=canary_name&hidePassing=false&pivotBy=labels&pivotLabel=environment",
    "Health as pivot: canaries by environment",
  ),
  screen(
    "health-ungrouped",
    "/health?groupBy=no-group&hidePassing=false",
    "Health without groups, passing checks shown",
  ),
  screen("check", "/health/checks/{id}", "Page of a failing check", { row: "failingCheck" }),
  screen("check-healthy", "/health/checks/{id}", "Page of a healthy check", { row: "healthyCheck" }),
  screen(
    "check-drawer",
    "/health?groupBy=no-group&checkId={id}",
    "A failing check opened in the side panel of the health page",
    { row: "failingCheck" },
  ),
  screen("canaries", "/settings/canaries", "Settings: list of health checks (canaries)"),
  screen("canary-editor", "/settings/canaries/{id}", "Editor of a canary as a form, with its checks", {
    row: "canary",
  }),
  screen("canary-editor-code", "/settings/canaries/{id}", "The same editor as code (YAML)", {
    row: "canary",
    stored: asCode,
  }),
  screen("canary-new", "/settings/canaries/new", "New canary: choice of a check type"),
];
