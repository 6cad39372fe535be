import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "#console/client/call.ts";
import { messageOf } from "#console/client/failure.ts";
import { Button } from "#console/widgets/Button.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { deviceName } from "#language/device-name.ts";
import { currentSession, endOtherSessions, endSession, otherSessions } from "../../contract.ts";
import type { IdentitySession } from "../../model.ts";
import { Section } from "./Section.tsx";

const key = ["own-sessions"];

interface Listed {
  current: IdentitySession;
  others: readonly IdentitySession[];
}

/** The sessions of the current person. `changedAt` reloads them, because some profile changes end other sessions. */
export function OwnSessions({ changedAt }: { changedAt: string }) {
  const sessions = useQuery({
    queryKey: [...key, changedAt],
    queryFn: async ({ signal }): Promise<Listed> => {
      const [current, others] = await Promise.all([
        ask(currentSession, {}, { signal }),
        ask(otherSessions, {}, { signal }),
      ]);
      return { current, others };
    },
    placeholderData: keepPreviousData,
  });
  return (
    <Section title="Sessions" about="The devices on which you are signed in. End sessions that you do not recognise.">
      {sessions.isPending && <Skeleton className="h-28" />}
      {sessions.isError && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-unhealthy-text">
          {messageOf(sessions.error)}
          <Button onClick={() => void sessions.refetch()}>Try again</Button>
        </p>
      )}
      {sessions.data && <SessionList {...sessions.data} />}
    </Section>
  );
}

/** The sessions to end after confirmation: a single session, or all others. */
type Ending = { session: IdentitySession } | "others";

function SessionList({ current, others }: Listed) {
  const [ending, setEnding] = useState<Ending>();
  // The dialog keeps its text while it closes.
  const [asked, setAsked] = useState<Ending>("others");
  const cache = useQueryClient();
  const begin = (what: Ending) => {
    setAsked(what);
    setEnding(what);
  };
  const end = useMutation({
    mutationFn: async (what: Ending) => {
      if (what !== "others") {
        await ask(endSession, { params: { id: what.session.id } });
        return "The session has ended.";
      }
      const { count } = await ask(endOtherSessions, {});
      return count === 1 ? "The other session has ended." : `${count} sessions have ended.`;
    },
    onSuccess: (said) => toast.success(said),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
  return (
    <>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
        <SessionRow session={current} isCurrent />
        {others.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => begin({ session })} />
        ))}
      </ul>
      {others.length > 0 && (
        <div className="mt-4 flex justify-end">
          <Button size="large" onClick={() => begin("others")}>
            End all other sessions
          </Button>
        </div>
      )}
      <Confirm
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        look="delete"
        title={asked === "others" ? "End all other sessions?" : "End this session?"}
        confirmLabel="End"
        onConfirm={() => end.mutateAsync(asked)}
      >
        {asked === "others"
          ? "All your other devices will have to sign in again."
          : `${deviceOf(asked.session).name} will have to sign in again.`}
      </Confirm>
    </>
  );
}

const deviceOf = ({ devices: [device] }: IdentitySession) => ({
  name: deviceName(device?.user_agent ?? ""),
  userAgent: device?.user_agent,
  address: device?.ip_address ?? "",
});

interface SessionRowProps {
  session: IdentitySession;
  isCurrent?: boolean;
  onEnd?: () => void;
}

function SessionRow({ session, isCurrent = false, onEnd }: SessionRowProps) {
  const { name, userAgent, address } = deviceOf(session);
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <Icon name="monitor" size={16} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={userAgent}>
          {name}
        </p>
        <p className="text-meta text-muted">
          {address}
          {address && " · "}
          {isCurrent ? (
            <span className="font-medium text-text">this session</span>
          ) : (
            <>
              last seen <Timestamp at={session.last_seen_at ?? session.authenticated_at} format="medium" />
            </>
          )}
        </p>
      </div>
      {onEnd && (
        <Button onClick={onEnd} aria-label={`End the session of ${name}`}>
          End
        </Button>
      )}
    </li>
  );
}
