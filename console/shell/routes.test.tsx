// Tests the router, the gates and the menu together, with areas that only this test defines.
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { act } from "react";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { read, write } from "#console/access/access.ts";
import { signedInHint } from "#console/access/signed-in-hint.ts";
import { createQueryClient } from "#console/client/query.ts";
import { homePage } from "#console/preferences/preferences.ts";
import type { Property } from "#language/features.ts";
import type { Role } from "#language/roles.ts";
import { draw, until } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import type { ConsoleArea, PageOf } from "./area.ts";
import { Page } from "./Page.tsx";
import { RegistryContext, registryOf } from "./registry.ts";
import { createConsoleRouter } from "./router.tsx";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();

const page = (path: string, title: string, rest: Partial<PageOf> = {}): PageOf => ({
  path,
  title,
  icon: "file",
  load: async () => ({ Shown: () => <Page title={title}>{`This is ${title}.`}</Page> }),
  ...rest,
});

const pages: readonly PageOf[] = [
  page("/topology", "Topology", { menu: "main", menuName: "Dashboard", feature: "topology", needs: read("database") }),
  page("/catalog", "Catalog", { menu: "main", feature: "config", needs: read("database"), aliases: ["/configs"] }),
  page("/settings/users", "Users", { menu: "access", needs: read("identities") }),
  page("/notifications", "Notifications", { needs: read("notifications") }),
  page("/notifications/silences/add", "Add Silence", { needs: write("notifications") }),
  page("/view/topology/$id", "Card", { feature: "topology", needs: read("topologies"), beforeFlags: true }),
  page("/views/$id", "View", { feature: "views", needs: read("views") }),
  page("/slow", "Slow", { needs: read("database"), shape: "cards", load: () => new Promise(() => {}) }),
];

beforeEach(() => {
  happyDOM.setURL(server.url);
  signedInHint.set(true);
  // Another tab holds the live stream.
  const locks = { request: () => new Promise(() => {}) } as unknown as LockManager;
  vi.spyOn(navigator, "locks", "get").mockReturnValue(locks);
});

interface Visit {
  role?: Role;
  flags?: Promise<readonly Property[]> | readonly Property[];
}

async function visit(address: string, { role = "admin", flags = [] }: Visit = {}) {
  const payload = {
    user: { id: "1", name: "Ada", email: null, avatar: null },
    roles: [role],
    permissions: [],
    hostname: "",
  };
  server.answer = json(200, { message: "success", payload });
  const areas: ConsoleArea[] = [
    {
      name: "test",
      pages,
      menu: { page: "/views/$id", entries: () => ({ queryKey: ["views"], queryFn: () => new Promise(() => {}) }) },
      properties: () => ({ queryKey: ["properties"], queryFn: () => flags }),
    },
  ];
  happyDOM.setURL(server.url + address);
  const cache = createQueryClient();
  const registry = registryOf(areas);
  const router = createConsoleRouter(registry, cache);
  const { element } = await draw(
    <QueryClientProvider client={cache}>
      <RegistryContext value={registry}>
        <RouterProvider router={router} />
      </RegistryContext>
    </QueryClientProvider>,
  );
  const shows = (text: string) => until(() => expect(element.textContent).toContain(text));
  const links = () => [...element.querySelectorAll("aside nav a")].map((link) => link.textContent);
  return { element, router, shows, links };
}

const off = (name: string) => [{ name: `${name}.disable`, value: "true" }];

describe("SH-42 a page is shown only if its feature is enabled", () => {
  test("an enabled feature shows the page and its menu entry", async () => {
    const { shows, links } = await visit("/catalog");
    await shows("This is Catalog.");
    expect(links()).toContain("Catalog");
  });

  test("a disabled feature shows a notice instead of the page, and has no menu entry", async () => {
    const { element, shows, links } = await visit("/catalog", { flags: off("config") });
    await shows("Catalog is switched off");
    await shows("config.disable");
    expect(element.textContent).not.toContain("This is Catalog.");
    expect(links()).toEqual(["Dashboard", "Users"]);
  });

  test("the notice lists the people who can enable the feature", async () => {
    const { element, shows } = await visit("/catalog", { role: "viewer", flags: off("config") });
    await shows("An administrator can switch it on in the feature flags.");
    expect([...element.querySelectorAll("main a")].map((link) => link.textContent)).toEqual(["Go to the start page"]);
  });
});

describe("SH-43 pages wait for the feature flags", () => {
  test("a skeleton in the shape of the page is shown until the flags arrive", async () => {
    let tell!: (flags: readonly Property[]) => void;
    const { element, shows } = await visit("/slow", { flags: new Promise((resolve) => (tell = resolve)) });
    await until(() => expect(element.querySelector('[aria-label="Loading"] [data-shape="cards"]')).not.toBeNull());
    expect(element.querySelector("h1")).toBeNull();
    await act(async () => tell([]));
    await shows("Slow");
    expect(element.querySelector('[aria-label="Loading Slow"] [data-shape="cards"]')).not.toBeNull();
  });

  test("the cards under /view/topology are shown before the flags are loaded; their feature is checked when the flags arrive", async () => {
    let tell!: (flags: readonly Property[]) => void;
    const { shows, links } = await visit("/view/topology/7", { flags: new Promise((resolve) => (tell = resolve)) });
    await shows("This is Card.");
    expect(links()).toEqual(["Users"]);
    await act(async () => tell(off("topology")));
    await shows("Card is switched off");
  });
});

describe("AC-12 a page requires its permission", () => {
  test.each<[string, Role, string]>([
    ["/settings/users", "admin", "This is Users."],
    ["/settings/users", "editor", "This is Users."],
    ["/settings/users", "commander", "You do not have permission to access this page."],
    ["/settings/users", "viewer", "You do not have permission to access this page."],
    ["/notifications/silences/add", "editor", "This is Add Silence."],
    ["/notifications/silences/add", "responder", "You do not have permission to access this page."],
    ["/notifications", "responder", "This is Notifications."],
  ])("%s as %s shows “%s”", async (path, role, says) => {
    const { element, shows } = await visit(path, { role });
    await shows(says);
    expect(element.querySelector("main")?.textContent).toContain(says);
  });

  test("a page without a session opens the sign-in screen", async () => {
    signedInHint.set(false);
    const leave = vi.fn<(url: string | URL) => void>();
    vi.spyOn(location, "replace").mockImplementation(leave);
    const { element } = await visit("/settings/users?a=b");
    await until(() => expect(leave).toHaveBeenCalledWith("/login?return_to=%2Fsettings%2Fusers%3Fa%3Db"));
    expect(element.textContent).toBe("");
  });

  test("a page without permission is not in the menu", async () => {
    const { shows, links } = await visit("/catalog", { role: "responder" });
    await shows("This is Catalog.");
    expect(links()).toEqual(["Dashboard", "Catalog"]);
  });
});

describe("addresses", () => {
  test.each([
    ["/", "/topology", "This is Topology."],
    ["/configs", "/catalog", "This is Catalog."],
    ["/configs?type=Pod&tag=a", "/catalog?type=Pod&tag=a", "This is Catalog."],
  ])("%s redirects to %s", async (from, to, says) => {
    const { router, shows } = await visit(from);
    await shows(says);
    expect(router.state.location.href).toBe(to);
  });

  test.each<[string, readonly Property[], string]>([
    ["/catalog", [], "/catalog"],
    // The entries of views are not loaded yet.
    ["/views/7", [], "/views/7"],
    ["/views/7", off("views"), "/topology"],
    ["/settings/nothing", [], "/topology"],
    ["https://example.org", [], "/topology"],
  ])("/ opens the chosen page %s if it exists", async (chosen, flags, to) => {
    homePage.set(chosen);
    onTestFinished(() => localStorage.removeItem("home_page"));
    const { router } = await visit("/", { flags });
    await until(() => expect(router.state.location.href).toBe(to));
  });

  test("an unknown address shows the page for unknown addresses", async () => {
    const { element, shows } = await visit("/settings/nothing");
    await shows("There is no page at /settings/nothing.");
    expect(element.querySelector("h1")?.textContent).toBe("Not found");
  });
});

test("SH-24 the bell links to the notifications for people who may read them", async () => {
  const { element, shows, router } = await visit("/catalog", { role: "viewer" });
  await shows("This is Catalog.");
  const bell = element.querySelector<HTMLAnchorElement>('header a[title="Notifications"]');
  await act(async () => bell?.click());
  await shows("This is Notifications.");
  expect(router.state.location.href).toBe("/notifications");
});
