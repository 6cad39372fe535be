// The gallery: every widget in every state, for developers. `npm run dev` serves it at /_gallery, and the browser tests
// build it; it is not part of the product.
import { Root } from "#console/shell/router.tsx";
import { Health } from "#console/widgets/badge/Badges.tsx";
import { Tags } from "#console/widgets/Tags.tsx";
import "./gallery.css";
import "#console/widgets/console-icons.ts";
import "#console/widgets/page-icons.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRoute, createRouter, Outlet, redirect, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { AccessProvider } from "#console/access/AccessProvider.tsx";
import { createQueryClient } from "#console/client/query.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import { followTheme } from "#console/theme/theme.ts";
import { parseSearch, printSearch } from "#console/url/search.ts";
import { Gallery } from "./Gallery.tsx";
import { EntryPage, GalleryHome, StatePage } from "./GalleryPages.tsx";

const root = createRootRoute({ component: Root });
const frame = createRoute({ getParentRoute: () => root, id: "frame", component: Gallery });
const router = createRouter({
  routeTree: root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: "/",
      component: Outlet,
      beforeLoad: () => {
        throw redirect({ href: "/_gallery" });
      },
    }),
    frame.addChildren([
      createRoute({ getParentRoute: () => frame, path: "/_gallery", component: GalleryHome }),
      createRoute({ getParentRoute: () => frame, path: "/_gallery/$entry", component: EntryPage }),
      // The links in the widgets lead to this route.
      createRoute({ getParentRoute: () => frame, path: "$", component: GalleryHome }),
    ]),
    createRoute({ getParentRoute: () => root, path: "/_gallery/$entry/$state", component: StatePage }),
  ]),
  parseSearch,
  stringifySearch: printSearch,
  scrollRestoration: true,
});

const registry = registryOf([
  {
    name: "gallery",
    resources: {
      check: { icon: "check", href: (id) => `/health?checkId=${id}` },
      config: { icon: "server", href: (id) => `/catalog/${id}`, card: async () => ({ ConfigCard }) },
    },
  },
]);
const me = {
  user: { id: "1", name: "Grace Hopper", email: "grace@example.org", avatar: null },
  roles: ["admin"],
  permissions: [],
  hostname: "gallery",
};
const place = document.getElementById("root");
if (!place) throw new Error("The page has no element with the id root");

followTheme();
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <RegistryContext value={registry}>
        <AccessProvider me={me} properties={[]}>
          <RouterProvider router={router} />
        </AccessProvider>
      </RegistryContext>
    </QueryClientProvider>
  </StrictMode>,
);

/** An example of a card that an area shows for its items. */
const ConfigCard = ({ id }: { id: string }) => (
  <div className="flex flex-col gap-2">
    <Health health="healthy" />
    <Tags tags={{ namespace: "production", cluster: "prod-eu", id }} />
  </div>
);
