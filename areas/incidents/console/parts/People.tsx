import { Avatar } from "#console/widgets/Avatar.tsx";

interface Person {
  id: string;
  name: string;
  avatar?: string | null | undefined;
}

const SHOWN = 5;

/** The pictures of up to five people or teams; their names are shown on hover and read by screen readers. */
export function People({ people, label }: { people: readonly Person[]; label: string }) {
  if (people.length === 0) return null;
  const more = people.length - SHOWN;
  const names = people.map(({ name }) => name).join(", ");
  return (
    <span title={names} className="inline-flex shrink-0 items-center -space-x-0.5 align-middle">
      <span className="sr-only">
        {label}: {names}
      </span>
      {people.slice(0, SHOWN).map(({ id, name, avatar }) => (
        <span key={id} className="flex rounded-full bg-surface ring-1 ring-surface">
          <Avatar name={name} image={avatar ?? null} size="xs" />
        </span>
      ))}
      {more > 0 && <span className="pl-2.5 text-meta text-muted">+{more}</span>}
    </span>
  );
}
