import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { Hover } from "#console/widgets/hover/Hover.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import type { ResourceKind } from "./area.ts";
import { type LazyPart, lazyPart } from "#console/widgets/lazy-part.tsx";
import { onlyComponent, useRegistry } from "./registry.ts";

interface ResourceLinkProps {
  /** The kind of resource, such as check, config or playbook. */
  kind: string;
  id: string;
  name: string;
}

/**
 * A link to the page of a resource in the area that owns its kind. If no area owns the kind, only the name is shown.
 */
export function ResourceLink({ kind, id, name }: ResourceLinkProps) {
  const owner = useRegistry().resources.get(kind);
  if (!owner)
    return (
      <span title={name} className="max-w-full min-w-0 truncate">
        {name}
      </span>
    );
  const Card = cardOf(owner);
  const link = (
    <Link
      to={owner.href(id)}
      title={Card ? undefined : name}
      className="inline-flex max-w-full min-w-0 items-center gap-1.5 text-link hover:underline"
    >
      <Icon name={owner.icon} size={14} className="text-muted" />
      <Truncated text={name} hasTitle={false} />
    </Link>
  );
  if (!Card) return link;
  const popup = () => (
    <>
      <p className="mb-2 font-medium break-words">{name}</p>
      <Suspense fallback={<TextSkeleton label={name} lines={3} />}>
        <Card id={id} />
      </Suspense>
    </>
  );
  return (
    <Hover look="card" popup={popup}>
      {link}
    </Hover>
  );
}

// Cards are cached, since a new component for each render would be loaded and mounted again.
const cards = new WeakMap<ResourceKind, LazyPart<{ id: string }>>();

function cardOf(owner: ResourceKind) {
  const { card } = owner;
  if (!card) return undefined;
  const known = cards.get(owner) ?? lazyPart(async () => onlyComponent(await card()));
  cards.set(owner, known);
  return known;
}
