import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { messageOf } from "#console/client/failure.ts";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { Avatar } from "#console/widgets/Avatar.tsx";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { lineLook } from "#console/widgets/form/control-look.ts";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { toast } from "#console/widgets/toast/toast.ts";
import { addMembers, allPeople, type Member, membersOf } from "./team-members.ts";

interface AddMembersProps {
  team: string;
  /** The current members. */
  members: readonly Member[];
  isOpen: boolean;
  close: () => void;
}

/** Lists all users; several can be added at once. */
export function AddMembers({ isOpen, close, ...membersProps }: AddMembersProps) {
  const [chosen, setChosen] = useState<readonly Member[]>([]);
  const [isBusy, setBusy] = useState(false);
  const cache = useQueryClient();
  const leave = () => {
    setChosen([]);
    close();
  };
  const add = async () => {
    setBusy(true);
    try {
      await addMembers(membersProps.team, chosen);
      toast.success(`${chosen.map(({ name }) => name).join(", ")} added to the team successfully`);
      await cache.invalidateQueries({ queryKey: membersOf(membersProps.team).queryKey });
      leave();
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      size="small"
      title="Add users to the team"
      actions={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button look="primary" isBusy={isBusy} disabled={chosen.length === 0} onClick={() => void add()}>
            {chosen.length < 2 ? "Add" : `Add ${chosen.length} users`}
          </Button>
        </>
      }
    >
      <People {...membersProps} chosen={chosen} choose={setChosen} />
    </Dialog>
  );
}

interface PeopleProps extends Pick<AddMembersProps, "members"> {
  chosen: readonly Member[];
  choose: (people: readonly Member[]) => void;
}

function People({ members, chosen, choose }: PeopleProps) {
  const [typed, setTyped] = useState("");
  const found = useQuery(allPeople);
  if (found.isError && !found.data)
    return <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />;
  if (!found.data) return <TextSkeleton label="Users" lines={6} />;
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = found.data.filter(({ name, email }) => {
    const text = `${name}\n${email ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const isIn = (list: readonly Member[], person: Member) => list.some(({ id }) => id === person.id);
  const toggle = (person: Member) =>
    choose(isIn(chosen, person) ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person]);
  return (
    // The height is fixed, so that filtering does not move the buttons.
    <div className="flex h-[min(26rem,60dvh)] flex-col gap-3">
      <input
        type="search"
        aria-label="Search users"
        placeholder="Search users"
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
        className={`${lineLook} shrink-0`}
      />
      <ul aria-label="Users" className="min-h-0 flex-1 overflow-y-auto rounded-md border border-line">
        {shown.map((person) => (
          <Person
            key={person.id}
            person={person}
            isMember={isIn(members, person)}
            isChosen={isIn(chosen, person)}
            toggle={() => toggle(person)}
          />
        ))}
        {shown.length === 0 && <li className="p-4 text-center text-muted">No user matches the search.</li>}
      </ul>
    </div>
  );
}

interface PersonProps {
  person: Member;
  isMember: boolean;
  isChosen: boolean;
  toggle: () => void;
}

function Person({ person: { name, email, avatar }, isMember, isChosen, toggle }: PersonProps) {
  const id = useId();
  return (
    <li className="border-b border-line last:border-0">
      <label
        htmlFor={id}
        className="flex min-h-[max(2.25rem,var(--touch))] cursor-pointer items-center gap-3 px-3 py-1 hover:bg-hover has-checked:bg-selected has-disabled:cursor-default has-disabled:bg-transparent has-disabled:text-muted"
      >
        <input
          id={id}
          type="checkbox"
          checked={isMember || isChosen}
          disabled={isMember}
          onChange={toggle}
          className="size-4 shrink-0 accent-(--accent)"
        />
        <Avatar name={name} image={avatar} />
        <span className="min-w-0 flex-1 truncate" title={name}>
          {name}
        </span>
        <span className="min-w-0 truncate text-muted max-shell:hidden" title={email ?? undefined}>
          {isMember ? "Member" : email}
        </span>
      </label>
    </li>
  );
}
