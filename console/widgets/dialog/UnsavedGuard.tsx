import { useBlocker } from "@tanstack/react-router";
import { Confirm } from "./Confirm.tsx";

interface UnsavedGuardProps {
  /** Whether something would be lost. */
  isDirty: boolean;
  /** Parameters of the address that decide whether the form is shown at all, such as that of a tab. */
  params?: readonly string[];
}

/** Asks before unsaved changes are left: by a link, by going back, by a tab in the address, or by closing the window. */
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
      What you changed on this page is lost if you leave it now.
    </Confirm>
  );
}

const valueOf = (search: object, name: string) =>
  String(Object.entries(search).find(([key]) => key === name)?.[1] ?? "");
