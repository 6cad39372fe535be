import type { KeyboardEvent } from "react";
import { Icon } from "#console/widgets/Icon.tsx";
import type { Moving } from "./use-moving.ts";
import "#console/widgets/page-icons.ts";

interface DragHandleProps {
  id: string;
  title: string;
  moving: Moving;
}

/** Moves a hypothesis: it can be dragged, and the arrow keys move it one level to the right or to the left. */
export function DragHandle({ id, title, moving }: DragHandleProps) {
  const press = (event: KeyboardEvent) => {
    const direction = ({ ArrowRight: "right", ArrowLeft: "left" } as const)[event.key];
    if (!direction) return;
    event.preventDefault();
    moving.step(id, direction);
  };
  return (
    <button
      type="button"
      draggable
      aria-label={`Move ${title}`}
      title="Drag it onto another hypothesis. The arrow keys right and left also move it."
      onDragStart={({ dataTransfer, currentTarget }) => {
        dataTransfer.effectAllowed = "move";
        dataTransfer.setData("text/plain", title);
        const bar = currentTarget.closest("[data-bar]");
        if (bar) dataTransfer.setDragImage(bar, 12, 12);
        moving.drag(id);
      }}
      onDragEnd={() => moving.drag(undefined)}
      onKeyDown={press}
      className="flex size-6 shrink-0 cursor-grab items-center justify-center rounded-sm text-faint hover:bg-hover hover:text-text active:cursor-grabbing"
    >
      <Icon name="grip-vertical" size={14} />
    </button>
  );
}

/** The event handlers of a drop target for a dragged hypothesis. */
export const dropPlace = (moving: Moving, parentId: string | null) =>
  moving.canDrop(parentId)
    ? {
        onDragOver: (event: React.DragEvent) => {
          event.preventDefault();
          event.dataTransfer.dropEffect = "move" as const;
        },
        onDrop: (event: React.DragEvent) => {
          event.preventDefault();
          event.stopPropagation();
          moving.drop(parentId);
        },
        "data-droppable": true,
      }
    : {};
