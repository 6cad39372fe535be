import { useEffect, useState } from "react";
import { Keys } from "#console/shortcuts/Keys.tsx";
import { ShortcutHelp, ShortcutList } from "#console/shortcuts/ShortcutHelp.tsx";
import { shortcuts } from "#console/shortcuts/shortcuts.ts";
import { Button } from "#console/widgets/Button.tsx";
import type { GalleryEntry } from "../entry.ts";

const run = () => {};
/** More shortcuts for the shell, the menu and the page than a real page has. */
const claimed = [
  { keys: "mod+k", label: "Search pages, actions and resources", group: "Everywhere", run },
  { keys: "?", label: "Keyboard shortcuts", group: "Everywhere", run },
  { keys: "/", label: "Search on this page", group: "Everywhere", run },
  ...["Dashboard", "Health", "Incidents", "Catalog", "Logs", "Playbooks", "Applications"].map((page, index) => ({
    keys: `g ${"dhiclpa"[index]}`,
    label: page,
    group: "Go to",
    run,
  })),
  {
    keys: "mod+e",
    label: "Run the playbook for all selected rows, including those on other pages",
    group: "On this page",
    run,
  },
];

/** Registers the shortcuts while it is rendered, like a page. */
function useClaimed() {
  useEffect(() => shortcuts.add(claimed), []);
}

function Opened() {
  useClaimed();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <ShortcutHelp isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

export const entry: GalleryEntry = {
  name: "Keyboard help",
  group: "Shell",
  states: [
    { name: "In a dialog", press: ["Open"], draw: Opened },
    { name: "Many shortcuts and a long one", draw: ShortcutList },
    {
      name: "Keys",
      draw: () => (
        <div className="flex flex-wrap gap-6">
          {["mod+k", "g h", "?", "ArrowUp ArrowDown ArrowLeft ArrowRight", "Enter", "Space"].map((keys) => (
            <Keys key={keys} of={keys} />
          ))}
        </div>
      ),
    },
  ],
};
