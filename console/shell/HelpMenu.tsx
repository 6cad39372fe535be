import { Icon } from "#console/widgets/Icon.tsx";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { docsLinks } from "./menu.ts";
import { useShell } from "./shell-state.ts";

/** Hidden on small screens, which have no keyboard and little space; the palette has the same links. */
export function HelpMenu() {
  const { open } = useShell();
  return (
    <Menu
      label="Help"
      className="inline-flex size-control shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text active:bg-press max-shell:hidden"
      items={[
        ...docsLinks.map((link) => ({ type: "outside", icon: "book-open", ...link }) as const),
        { type: "action", label: "Keyboard shortcuts", icon: "keyboard", hint: "?", run: () => open("help") },
      ]}
    >
      <Icon name="circle-help" />
    </Menu>
  );
}
