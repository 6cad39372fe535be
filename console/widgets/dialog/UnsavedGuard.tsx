import { useBlocker } from "@tanstack/react-router";
import { Confirm } from "./Confirm.tsx";

interface UnsavedGuardProps {
  /** Whether there are unsaved changes. */
  isDirty: boolean;
  /** URL parameters that determine whether the form is shown, such as the parameter of a tab. */
  params?: readonly string[];
}

/** Asks before unsaved changes are lost: by a link, by Back, by a tab in the URL, or by closing the window. */
export function UnsavedGuard({ isDirty, params = [] }: UnsavedGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty &&
      (current.pathname !== next.pathname ||
        params.some((name) => valueOf(current.search, name) !== valueOf(next.search, name))),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <Confirm
      isOpen={status === "blocked"}
      look="delete"
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
    >
      Your changes on this page are lost if you leave now.
    </Confirm>
  );
}

const valueOf = (search: object, name: string) =>
  String(Object.entries(search).find(([key]) => key === name)?.[1] ?? "");
