// The router, made from the areas' pages. Sign-in screens stand alone; everything else is in the shell, behind the
// session check, and each page behind its own feature and permission.
import type { QueryClient } from "@tanstack/react-query";
import {
  type AsyncRouteComponent,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { sessionQuery, signedInHint } from "#console/access/session.ts";
import { loginAddress } from "#console/client/login.ts";
import { parseSearch, printSearch } from "#console/url/search.ts";
import type { PageOf } from "./area.ts";
import { LastResort } from "./LastResort.tsx";
import { onlyComponent, type Registry } from "./registry.ts";
import { Root } from "./Root.tsx";
import { ShellSkeleton } from "./ShellSkeleton.tsx";

/** Everything that only a signed-in person sees comes in one file, so that the sign-in screen stays small. */
const inside = () => import("./inside.ts");

const PageSkeleton = lazyRouteComponent(inside, "PageSkeleton");

export function createConsoleRouter(registry: Registry, cache: QueryClient) {
  const root = createRootRoute({ component: Root });

  const shell = createRoute({
    getParentRoute: () => root,
    id: "shell",
    component: lazyRouteComponent(inside, "Shell"),
    pendingComponent: ShellSkeleton,
    beforeLoad({ location }) {
      if (!signedInHint.get()) throw redirect({ href: loginAddress(location.href), replace: true });
      // Asked while the code of shell and page is still on its way.
      void cache.prefetchQuery(sessionQuery);
    },
  });
  const failure = lazyRouteComponent(inside, "PageFailure");
  const shown = (path: string, component: AsyncRouteComponent<object>, title = "Quarterdeck") =>
    createRoute({
      getParentRoute: () => shell,
      path,
      component,
      pendingComponent: () => <PageSkeleton title={title} />,
      errorComponent: failure,
    });

  const bare = registry.pages.filter((page) => page.isBare);
  const pages = registry.pages.filter((page) => !page.isBare);
  return createRouter({
    routeTree: root.addChildren([
      ...bare.map((page) => createRoute({ getParentRoute: () => root, path: page.path, component: screenOf(page) })),
      shell.addChildren([
        shown("/", lazyRouteComponent(inside, "Home")),
        ...pages.map((page) => shown(page.path, guarded(page), page.title)),
        shown("$", lazyRouteComponent(inside, "NotFound")),
      ]),
    ]),
    parseSearch,
    stringifySearch: printSearch,
    defaultErrorComponent: LastResort,
    defaultPreload: "intent",
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  });
}

const screenOf = (page: PageOf) =>
  lazyRouteComponent(async () => ({ Screen: onlyComponent(await page.load()) }), "Screen");

/** A page behind its feature and its permission. */
function guarded(page: PageOf): AsyncRouteComponent<object> {
  const Screen = screenOf(page);
  const PageGate = lazyRouteComponent(inside, "PageGate");
  const Guarded = () => (
    <PageGate page={page}>
      <Screen />
    </PageGate>
  );
  return Object.assign(Guarded, {
    preload: async () => {
      await Promise.all([PageGate.preload?.(), Screen.preload?.()]);
    },
  });
}
