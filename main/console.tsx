// Starts the console: theme, cache and router with the pages of all areas.
import "#console/theme.css";
import "#console/widgets/console-icons.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { hostedKey } from "#console/access/hosted.ts";
import { createQueryClient } from "#console/client/query.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import { createConsoleRouter } from "#console/shell/router.tsx";
import { followTheme } from "#console/theme/theme.ts";
import { areas } from "./areas.console.ts";

const registry = registryOf(areas);
const cache = createQueryClient();
const router = createConsoleRouter(registry, cache);
const root = document.getElementById("root");
if (!root) throw new Error("The page has no element with the id root");

followTheme();
const app = (
  <QueryClientProvider client={cache}>
    <RegistryContext value={registry}>
      <RouterProvider router={router} />
    </RegistryContext>
  </QueryClientProvider>
);
const render = (content: ReactNode) => createRoot(root).render(<StrictMode>{content}</StrictMode>);

/** Not awaited at the top level: the build would then split the modules of all pages into many small files. */
async function start() {
  if (hostedKey === undefined) return render(app);
  const { HostedConsole } = await import("#areas/identity/console/hosted/HostedConsole.tsx");
  render(<HostedConsole publishableKey={hostedKey}>{app}</HostedConsole>);
}
void start();
