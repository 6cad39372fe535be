import { useSyncExternalStore } from "react";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { Keys } from "./Keys.tsx";
import { type Shortcut, shortcuts } from "./shortcuts.ts";

type KeyHelp = Pick<Shortcut, "keys" | "label">;

/** Keys that a widget handles itself while it has the focus. */
const inTables: readonly KeyHelp[] = [
  { keys: "ArrowUp ArrowDown ArrowLeft ArrowRight", label: "Move between cells" },
  { keys: "Enter", label: "Open the link or menu in the cell" },
  { keys: "Space", label: "Select the row" },
  { keys: "mod+a", label: "Select all rows" },
];

interface ShortcutHelpProps {
  isOpen: boolean;
  onClose: () => void;
}

/** All current shortcuts: of the shell, the menu and the page. */
export const ShortcutHelp = ({ isOpen, onClose }: ShortcutHelpProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts" size="medium">
    <ShortcutList />
  </Dialog>
);

/** The registered shortcuts, grouped. */
export function ShortcutList() {
  const known = useSyncExternalStore(shortcuts.subscribe, shortcuts.known);
  const groups: [string, readonly KeyHelp[]][] = [
    ...Map.groupBy(known, ({ group }) => group),
    ["In a table", inTables],
  ];
  return (
    <div className="columns-1 gap-8 min-[768px]:columns-2">
      {groups.map(([group, entries]) => (
        <section key={group} className="mb-5 break-inside-avoid">
          <h3 className="mb-1 text-meta text-muted">{group}</h3>
          <dl>
            {entries.map(({ keys, label }) => (
              <div key={keys} className="flex min-h-8 items-center justify-between gap-4 border-b border-line">
                <dt className="min-w-0 truncate">{label}</dt>
                <dd>
                  <Keys of={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
