// The router, made from the areas' pages. Bare pages are rendered alone. All others are in the shell, behind the
// session check, and each page is behind the check of its feature and permission. The sign-in screens are not part of
// the console: they are loaded as a new page (main/sign-in.console.tsx).
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type RouteComponent,
  Outlet,
} from "@tanstack/react-router";
import { sessionQuery } from "#console/access/session.ts";
import { signedInHint } from "#console/access/signed-in-hint.ts";
import { loginAddress } from "#console/client/login.ts";
import { parseSearch, printSearch } from "#console/url/search.ts";
import { Toasts } from "#console/widgets/toast/Toasts.tsx";
import type { PageOf } from "./area.ts";
import { LastResort } from "./LastResort.tsx";
import { lazyPart } from "#console/widgets/lazy-part.tsx";
import { onlyComponent, type Registry } from "./registry.ts";
import { ShellSkeleton } from "./ShellSkeleton.tsx";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The page at this address, for the skeletons that are shown before it. */
    page?: PageOf;
  }
}

// Parts that require a session are in one file, so that bare pages stay small.
const inside = () => import("./inside.ts");
const Shell = lazyPart(async () => (await inside()).Shell);
const Home = lazyPart(async () => (await inside()).Home);
const NotFound = lazyPart(async () => (await inside()).NotFound);
const PageGate = lazyPart(async () => (await inside()).PageGate);
const PageFailure = lazyPart(async () => (await inside()).PageFailure);
const PageSkeleton = lazyPart(async () => (await inside()).PageSkeleton);

export function createConsoleRouter(registry: Registry, cache: QueryClient) {
  const root = createRootRoute({ component: Root });

  const shell = createRoute({
    getParentRoute: () => root,
    id: "shell",
    component: Shell,
    pendingComponent: ShellSkeleton,
    beforeLoad({ location }) {
      if (!signedInHint.get()) throw redirect({ href: loginAddress(location.href), reloadDocument: true });
      // The session is requested while the code of the shell and the page is loaded.
      void cache.prefetchQuery(sessionQuery);
    },
  });
  const shown = (path: string, component: RouteComponent, page?: PageOf) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      component,
      pendingComponent: () => <PageSkeleton title={page?.title ?? "Quarterdeck"} shape={page?.shape} />,
      errorComponent: PageFailure,
      staticData: page ? { page } : {},
    });
  const alias = (path: string, target: string) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      beforeLoad({ location }) {
        throw redirect({ href: target + location.searchStr, replace: true });
      },
    });

  const bare = registry.pages.filter((page) => page.isBare);
  const pages = registry.pages.filter((page) => !page.isBare);
  return createRouter({
    routeTree: root.addChildren([
      ...bare.map((page) => createRoute({ getParentRoute: () => root, path: page.path, component: screenOf(page) })),
      shell.addChildren([
        shown("/", Home),
        ...pages.map((page) => shown(page.path, guarded(page), page)),
        ...pages.flatMap(({ path, aliases = [] }) => aliases.map((old) => alias(old, path))),
        shown("$", NotFound),
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

/** The root of all pages, whether the person is signed in or not. */
export function Root() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}

const screenOf = (page: PageOf) => lazyPart(async () => onlyComponent(await page.load()));

/** Wraps a page in the check of its feature and permission. */
function guarded(page: PageOf): RouteComponent {
  const Screen = screenOf(page);
  const Guarded = () => (
    <PageGate page={page}>
      <Screen />
    </PageGate>
  );
  return Object.assign(Guarded, {
    preload: async () => {
      await Promise.all([PageGate.preload(), Screen.preload()]);
    },
  });
}
