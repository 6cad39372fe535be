import { Icon } from "#console/widgets/Icon.tsx";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import type { KindDescription } from "#language/kinds.ts";

/** The line below the title of a new connection: the group and the purpose of its type. */
export const TypeLine = ({ kind }: { kind: KindDescription }) => (
  <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
    <span className="flex items-center gap-2">
      <TechnologyIcon name={kind.icon} secondary={kind.type} />
      {kind.group ?? kind.title}
    </span>
    {kind.isForMessages && (
      <span className="flex items-center gap-1.5">
        <Icon name="bell" size={14} />
        Notifications only
      </span>
    )}
  </span>
);
