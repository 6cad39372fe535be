import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { Button } from "#console/widgets/Button.tsx";
import { MomentField } from "#console/widgets/form/fields/MomentField.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Popover } from "#console/widgets/popover/Popover.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { printMinute, readDate } from "#lib/time/dates.ts";
import type { ConfigVersion } from "../../../contract.ts";
import { type Item, UUID } from "../item-query.ts";
import { versionsOf } from "./spec-query.ts";
import { NOW } from "./spec-url.ts";

interface VersionPickerProps {
  item: Item;
  label: string;
  /** The value of the URL. */
  point: string;
  /** The label while nothing is chosen. */
  nothing?: string;
  choose: (point: string) => void;
}

const NOW_LABEL = "Now";

/** Chooses a version of an item, or any point in time. */
export function VersionPicker({ item, label, point, nothing = NOW_LABEL, choose }: VersionPickerProps) {
  const pointLabel = usePointLabel(item, point) ?? nothing;
  return (
    <Popover
      label={`${label}: ${pointLabel}`}
      align="start"
      className={`flex h-control max-w-full min-w-0 items-center gap-1.5 rounded-md border bg-surface px-2.5 hover:bg-hover aria-expanded:bg-hover ${point === "" ? "border-line" : "border-line-strong"}`}
      popupClassName="w-120 max-w-(--available-width)"
      button={
        <>
          <Icon name="history" size={14} className="text-muted" />
          <span className="shrink-0 text-muted">{label}</span>{" "}
          <span className={`min-w-0 truncate tabular-nums ${point === "" ? "" : "font-medium"}`}>{pointLabel}</span>
          <Icon name="chevron-down" size={14} className="text-faint" />
        </>
      }
    >
      {(close) => (
        <Choices
          item={item}
          point={point}
          nothing={nothing}
          choose={(next) => {
            choose(next);
            close();
          }}
        />
      )}
    </Popover>
  );
}

function usePointLabel(item: Item, point: string): string | undefined {
  const timeZone = useTimeZone();
  // Only needed if the URL refers to a version by its change, to get the time of the version.
  const { data } = useQuery({ ...versionsOf(item), enabled: UUID.test(point) });
  if (point === "") return undefined;
  if (point === NOW) return NOW_LABEL;
  const moment = readDate(UUID.test(point) ? data?.versions.find(({ id }) => id === point)?.at : point);
  return moment === undefined ? "A version" : printMinute(moment, timeZone);
}

function Choices({
  item,
  point,
  nothing,
  choose,
}: Omit<VersionPickerProps, "label" | "nothing"> & { nothing: string }) {
  const found = useQuery(versionsOf(item));
  const [moment, setMoment] = useState<string | undefined>(readDate(point) === undefined ? undefined : point);
  const versions = found.data?.versions ?? [];
  const isListed = [NOW, found.data?.first_at, ...versions.map(({ id }) => id)].includes(point);
  return (
    <div className="flex flex-col">
      {found.isPending ? (
        <div className="p-3">
          <TextSkeleton label="versions" lines={4} />
        </div>
      ) : found.isError ? (
        <p className="p-3 text-unhealthy-text">{messageOf(found.error)}</p>
      ) : (
        <ul aria-label="Versions" className="max-h-80 overflow-y-auto p-1">
          <li>
            <Choice isChosen={point === ""} isEntry={point === "" || !isListed} choose={() => choose("")}>
              <span className="font-medium">{nothing}</span>
            </Choice>
          </li>
          {nothing !== NOW_LABEL && (
            <li>
              <Choice isChosen={point === NOW} choose={() => choose(NOW)}>
                <span className="font-medium">{NOW_LABEL}</span>
              </Choice>
            </li>
          )}
          {versions.map((version) => (
            <li key={version.id}>
              <Choice isChosen={version.id === point} choose={() => choose(version.id)}>
                <Version version={version} />
              </Choice>
            </li>
          ))}
          {found.data.has_more ? (
            <li className="px-2 py-1.5 text-muted">Enter a time to see older versions.</li>
          ) : (
            <li>
              <Choice isChosen={point === found.data.first_at} choose={() => choose(found.data.first_at)}>
                <span className="shrink-0">
                  <Age since={found.data.first_at} />
                </span>
                <span className="min-w-0 flex-1 truncate text-muted">
                  {versions.length === 0 ? "First seen, and not changed since" : "First seen"}
                </span>
              </Choice>
            </li>
          )}
        </ul>
      )}
      <form
        className="flex items-end gap-2 border-t border-line p-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (moment !== undefined) choose(moment);
        }}
      >
        <div className="min-w-0 flex-1">
          <MomentField label="A moment" value={moment} onChange={setMoment} />
        </div>
        <Button type="submit" disabled={moment === undefined} className="mb-6">
          Show
        </Button>
      </form>
    </div>
  );
}

/** The list is one tab stop; arrow keys move between versions. */
function moveByArrows(event: KeyboardEvent<HTMLButtonElement>) {
  const choices = [...(event.currentTarget.closest("ul")?.querySelectorAll("button") ?? [])];
  const at = choices.indexOf(event.currentTarget);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: choices.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  choices[Math.max(0, Math.min(to, choices.length - 1))]?.focus();
}

interface ChoiceProps {
  isChosen: boolean;
  /** Whether this option is the tab stop of the list. */
  isEntry?: boolean;
  choose: () => void;
  children: ReactNode;
}

const Choice = ({ isChosen, isEntry = isChosen, choose, children }: ChoiceProps) => (
  <button
    type="button"
    tabIndex={isEntry ? 0 : -1}
    aria-pressed={isChosen}
    onKeyDown={moveByArrows}
    onClick={choose}
    className="flex min-h-control w-full min-w-0 items-center gap-2 rounded-sm px-2 py-1 text-left hover:bg-hover aria-pressed:bg-selected"
  >
    {children}
  </button>
);

const Version = ({
  version: { at, summary, change_type, added, removed, external_created_by },
}: {
  version: ConfigVersion;
}) => (
  <>
    <span className="shrink-0">
      <Age since={at} />
    </span>
    <span title={summary ?? undefined} className="min-w-0 flex-1 truncate text-muted">
      {[summary ?? change_type, external_created_by].filter(Boolean).join(" · ")}
    </span>
    <span className="shrink-0 font-mono text-meta">
      <span className="text-healthy-text">+{added}</span> <span className="text-unhealthy-text">−{removed}</span>
    </span>
  </>
);
