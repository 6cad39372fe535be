import { useMemo, useRef, useState } from "react";
import { Palette } from "#console/palette/Palette.tsx";
import { PaletteSearch } from "#console/palette/PaletteSearch.tsx";
import type { FoundThing, Finder, PageOf } from "#console/shell/area.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import { ShellContext } from "#console/shell/shell-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { Problem } from "#language/problem.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { GalleryEntry } from "../entry.ts";

const page = (title: string, icon: PageOf["icon"], jump: string): PageOf => ({
  path: `/${title.toLowerCase()}`,
  title,
  icon: icon!,
  menu: "main",
  jump,
  load: async () => ({}),
});
const pages = [
  page("Dashboard", "layout-dashboard", "d"),
  page("Health", "heart-pulse", "h"),
  page("Incidents", "siren", "i"),
];

const kinds = ["Kubernetes::Pod", "Kubernetes::Deployment", "AWS::EC2::Instance", "Azure::VirtualMachine"];
const healths = ["healthy", "unhealthy", "warning", "unknown"];
const things = (kind: string, count: number, name: (index: number) => string): FoundThing[] =>
  Array.from({ length: count }, (_, index) => ({
    kind,
    id: `${kind}-${index}`,
    name: name(index),
    icon: kinds[index % kinds.length]!,
    detail: `${kinds[index % kinds.length]} in namespace-${index % 7}`,
    health: healths[index % healths.length]!,
  }));

const finders: Readonly<Record<string, Finder>> = {
  nothing: async () => [],
  waiting: () => new Promise(() => {}),
  failing: async () => {
    throw new Problem("unavailable", "The database cannot be reached.");
  },
  unreadable: async () => {
    throw new Unreadable("Write type=Pod instead of type=; the value is missing.");
  },
  many: async () => [
    { title: "Checks", things: things("check", 20, (index) => `checkout responds in time from ${index} locations`) },
    { title: "Catalog", things: things("config", 50, (index) => `checkout-${index}`) },
    { title: "A kind without a page", things: things("component", 3, (index) => `component-${index}`) },
  ],
  long: async () => [
    {
      title: "Catalog",
      things: things(
        "config",
        3,
        (index) =>
          `a-machine-whose-name-was-made-by-a-program-that-thinks-people-have-wide-screens-7f9c6b5d4-x2x${index}q`,
      ),
    },
  ],
};

const shell = { open: () => {}, show: () => {} };
const resources = {
  check: { icon: "check", href: (id: string) => `/health?checkId=${id}` },
  config: { icon: "server", href: (id: string) => `/catalog/${id}` },
} as const;

function Registered({ finder, children }: { finder: Finder; children: React.ReactNode }) {
  const registry = useMemo(
    () => registryOf([{ name: "gallery", pages, resources, finder: async () => finder }]),
    [finder],
  );
  return (
    <RegistryContext value={registry}>
      <ShellContext value={shell}>{children}</ShellContext>
    </RegistryContext>
  );
}

/** The content of the palette's dialog, without the page below. */
function Framed({ find, typed }: { find: string; typed: string }) {
  const line = useRef<HTMLInputElement>(null);
  return (
    <Registered finder={finders[find]!}>
      <div className="flex max-h-96 max-w-160 flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-raised">
        <PaletteSearch line={line} typed={typed} close={() => toast.success("Closed")} />
      </div>
    </Registered>
  );
}

function Opened() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Registered finder={finders["many"]!}>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Palette isOpen={isOpen} onClose={() => setOpen(false)} />
    </Registered>
  );
}

export const entry: GalleryEntry = {
  name: "Command palette",
  group: "Shell",
  states: [
    { name: "In a dialog", press: ["Open"], draw: Opened },
    { name: "Nothing typed yet", draw: () => <Framed find="nothing" typed="" /> },
    { name: "Many results", draw: () => <Framed find="many" typed="checkout" /> },
    { name: "Long names", draw: () => <Framed find="long" typed="a-machine" /> },
    { name: "Searching", draw: () => <Framed find="waiting" typed="slowly" /> },
    { name: "Nothing found", draw: () => <Framed find="nothing" typed="xylophone" /> },
    { name: "Invalid text", draw: () => <Framed find="unreadable" typed="type=" /> },
    { name: "Failed", draw: () => <Framed find="failing" typed="anything" /> },
  ],
};
