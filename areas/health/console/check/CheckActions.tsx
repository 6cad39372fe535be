import { useState } from "react";
import { useActor } from "#console/access/access.ts";
import { originOf } from "#console/resources/resource-row.ts";
import { Slot } from "#console/shell/Slot.tsx";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { Icon, type IconName } from "#console/widgets/Icon.tsx";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { useMedia } from "#console/widgets/use-media.ts";
import { isPausedAt, pauseOf } from "../../model.ts";
import { OPEN_CHECK, openCheckOf } from "../canary/open-check.ts";
import { DeleteDialog } from "../several/DeleteDialog.tsx";
import { PauseDialog } from "../several/PauseDialog.tsx";
import type { CheckDetail } from "./check-query.ts";
import { MaintenanceDialog } from "./MaintenanceDialog.tsx";
import { RunNow } from "./RunNow.tsx";

interface CheckActionsProps {
  check: CheckDetail;
  span: string;
}

/** On a phone the rarer actions are in a menu, so that all fit into one row. */
const NARROW = "(width < 50rem)";

interface Change {
  dialog: "delete" | "pause" | "maintenance";
  label: string;
  icon: IconName;
}

/** The actions on a check: edit it or open its source, change it, run it, and actions of other areas. */
export function CheckActions({ check, span }: CheckActionsProps) {
  const actor = useActor();
  const isNarrow = useMedia(NARROW);
  const [opened, setOpened] = useState<{ dialog?: Change["dialog"]; times: number }>({ times: 0 });
  const open = (dialog: Change["dialog"]) => setOpened({ dialog, times: opened.times + 1 });
  const close = () => setOpened({ times: opened.times });
  const changes = useChanges(check);
  // A phone has no space for more buttons. Deleting is always in the menu, to avoid accidental clicks.
  const inMenu = isNarrow ? changes.toReversed() : changes.filter(({ dialog }) => dialog === "delete");
  const editor = originOf(check.canaries) ? undefined : editorOf(check);
  const isEditInMenu = isNarrow && inMenu.length > 0;
  return (
    <>
      {editor && !isEditInMenu && <Edit href={editor} />}
      {changes
        .filter((one) => !inMenu.includes(one))
        .map(({ dialog, label, icon }) => (
          <Button key={dialog} icon={icon} onClick={() => open(dialog)}>
            {label}
          </Button>
        ))}
      {inMenu.length > 0 && (
        <Menu
          label="More actions"
          align="end"
          items={[
            ...(editor && isEditInMenu
              ? [{ type: "link" as const, label: "Edit", icon: "pencil" as const, href: editor }]
              : []),
            ...inMenu.map(({ dialog, label, icon }) => ({
              type: "action" as const,
              label,
              icon,
              run: () => open(dialog),
            })),
          ]}
          className="inline-flex size-control shrink-0 items-center justify-center rounded-md border border-line bg-surface text-muted transition-colors hover:bg-hover hover:text-text aria-expanded:bg-hover"
        >
          <Icon name="ellipsis" />
        </Menu>
      )}
      <Slot name="check.actions" of={{ id: check.id, name: check.name, timeRange: span }} />
      {actor.can("check:run", "canaries") && check.deleted_at === null && <RunNow check={check} />}
      <DeleteDialog checks={[check]} isOpen={opened.dialog === "delete"} close={close} />
      <PauseDialog checks={[check]} isOpen={opened.dialog === "pause"} close={close} />
      {/* Each opening starts with a new draft. */}
      <MaintenanceDialog key={opened.times} check={check} isOpen={opened.dialog === "maintenance"} close={close} />
    </>
  );
}

/** The changes that the user may make. A paused check is resumed with the button in its notice. */
function useChanges(check: CheckDetail): readonly Change[] {
  const mayWrite = useActor().can("write", "canaries");
  const isPaused = useClock((now) => Number(isPausedAt(pauseOf(check), now))) === 1;
  if (!mayWrite || check.deleted_at !== null) return [];
  const canDelete = !originOf(check.canaries) && !check.transformed;
  return [
    ...(canDelete ? [{ dialog: "delete", label: "Delete check", icon: "trash-2" } as const] : []),
    ...(isPaused ? [] : [{ dialog: "pause", label: "Pause", icon: "pause" } as const]),
    { dialog: "maintenance", label: "Maintenance", icon: "clock" },
  ];
}

const editorOf = (check: CheckDetail) =>
  `/settings/canaries/${check.canaries.id}?${new URLSearchParams({ [OPEN_CHECK]: openCheckOf(check) })}`;

/** A link to the canary editor. */
function Edit({ href }: { href: string }) {
  const mayWrite = useActor().can("write", "canaries");
  return (
    <AddressLink
      href={href}
      className="mr-auto inline-flex h-control items-center gap-2 rounded-md border border-line bg-surface px-3 font-medium hover:bg-hover"
    >
      <Icon name={mayWrite ? "pencil" : "eye"} size={14} />
      {mayWrite ? "Edit" : "View"}
    </AddressLink>
  );
}
