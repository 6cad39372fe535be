import { useMemo, useState } from "react";
import { useActor } from "#console/access/access.ts";
import { Origin } from "#console/resources/Origin.tsx";
import { useOriginNames } from "#console/resources/origin-names.ts";
import { originOf } from "#console/resources/resource-row.ts";
import { Slot } from "#console/shell/Slot.tsx";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { Icon, type IconName } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
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
  const isInMenu = isNarrow && changes.length > 0;
  const editor = originOf(check.canaries) ? undefined : editorOf(check);
  return (
    <>
      {!editor ? <CanaryOrigin canary={check.canaries} /> : isInMenu ? null : <Edit href={editor} />}
      {isInMenu ? (
        <Menu
          label="More actions"
          align="end"
          // In a menu the destructive action comes last, to avoid accidental clicks.
          items={[
            ...(editor ? [{ type: "link" as const, label: "Edit", icon: "pencil" as const, href: editor }] : []),
            ...changes.toReversed().map(({ dialog, label, icon }) => ({
              type: "action" as const,
              label,
              icon,
              run: () => open(dialog),
            })),
          ]}
          className="inline-flex size-10 shrink-0 items-center justify-center rounded-md border border-line bg-surface text-muted transition-colors hover:bg-hover hover:text-text aria-expanded:bg-hover"
        >
          <Icon name="ellipsis" />
        </Menu>
      ) : (
        changes.map(({ dialog, label, icon }) =>
          dialog === "delete" ? (
            <IconButton key={dialog} icon={icon} label={label} onClick={() => open(dialog)} />
          ) : (
            <Button key={dialog} icon={icon} onClick={() => open(dialog)}>
              {label}
            </Button>
          ),
        )
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

/** A link to the object that created the canary. */
function CanaryOrigin({ canary }: { canary: CheckDetail["canaries"] }) {
  const names = useOriginNames(useMemo(() => [canary], [canary]));
  return (
    // On a phone and in the drawer the origin has a row of its own, so that the buttons fit into one row.
    <span
      data-origin
      className="mr-auto flex min-h-6 min-w-0 items-center text-muted max-shell:w-full in-[[role=dialog]]:w-full"
    >
      <Origin row={canary} names={names} />
    </span>
  );
}
