import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { IconButton } from "../IconButton.tsx";
import { Spinner } from "../Spinner.tsx";
import { StatusMark } from "../StatusMark.tsx";
import { keepFreePlace } from "./keep-free-place.ts";
import { type Toast, toast, toasts } from "./toast.ts";

/** Renders the toasts where they cover no button. Their timers stop while the pointer or the focus is on them. */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.shown);
  const stack = useRef<HTMLElement>(null);
  const isShown = shown.length > 0;
  useLayoutEffect(() => (isShown && stack.current ? keepFreePlace(stack.current) : undefined), [isShown]);
  return (
    // The element is not interactive; its handlers only pause the timers.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={stack}
      aria-label="Messages"
      className="pointer-events-none fixed bottom-4 z-50 flex max-h-[min(28rem,calc(100dvh-2rem))] w-88 max-w-[calc(100vw-2rem)] flex-col-reverse overflow-y-auto"
      onPointerEnter={toasts.hold}
      onPointerLeave={toasts.release}
      onFocus={toasts.hold}
      onBlur={toasts.release}
    >
      <ol aria-live="polite" className="flex flex-col gap-2">
        {shown.map((each) => (
          <ToastRow key={each.id} {...each} />
        ))}
      </ol>
    </section>
  );
}

const meanings = { success: "healthy", warning: "warning", error: "unhealthy" } as const;

function ToastRow({ id, kind, message, action }: Toast) {
  return (
    <li className="pointer-events-auto flex animate-rise items-start gap-2.5 rounded-lg border border-line bg-raised py-2.5 pr-2 pl-3 shadow-raised">
      <span className="flex h-6 items-center">
        {kind === "loading" ? <Spinner size={14} className="text-muted" /> : <StatusMark meaning={meanings[kind]} />}
      </span>
      <p className="min-w-0 flex-1 py-0.5 break-words">{message}</p>
      {action && (
        <button
          type="button"
          className="h-6 shrink-0 rounded-sm px-1.5 font-medium text-link hover:underline"
          onClick={() => {
            toast.dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      {kind !== "loading" && <IconButton icon="x" label="Dismiss" size="small" onClick={() => toast.dismiss(id)} />}
    </li>
  );
}
