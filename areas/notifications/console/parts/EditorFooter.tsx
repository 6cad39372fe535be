import { type ReactNode, useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Confirm } from "#console/widgets/dialog/Confirm.tsx";
import { UnsavedGuard } from "#console/widgets/dialog/UnsavedGuard.tsx";

interface EditorFooterProps {
  isReadOnly: boolean;
  isBusy: boolean;
  isDirty: boolean;
  /** URL parameters that close the dialog. */
  params: readonly string[];
  /** The id of the form, if the footer is outside of it. */
  form?: string;
  close: () => void;
  /** Not set for a new row. */
  deletion?: { title: string; text: string; run: () => Promise<void> } | undefined;
  /** Further buttons, before Cancel. */
  children?: ReactNode;
}

/**
 * The buttons of an editor in a dialog. They stay visible while the form scrolls, and ask before unsaved changes are
 * lost.
 */
export function EditorFooter(props: EditorFooterProps) {
  const { isReadOnly, isBusy, isDirty, params, form, close, deletion, children } = props;
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <div className="sticky -bottom-4 z-10 flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-4 py-3">
        {deletion && !isReadOnly && (
          <Button icon="trash-2" className="mr-auto text-unhealthy-text" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
        {children}
        {/* On a phone the X of the dialog replaces Cancel, so that all buttons fit on one line. */}
        <Button onClick={close} className={!isReadOnly && deletion ? "max-shell:hidden" : ""}>
          {isReadOnly ? "Close" : "Cancel"}
        </Button>
        {!isReadOnly && (
          <Button look="primary" type="submit" form={form} isBusy={isBusy}>
            Save
          </Button>
        )}
      </div>
      <UnsavedGuard isDirty={isDirty} params={params} />
      {deletion && (
        <Confirm
          isOpen={isDeleting}
          onClose={() => setDeleting(false)}
          look="delete"
          title={deletion.title}
          onConfirm={deletion.run}
        >
          {deletion.text}
        </Confirm>
      )}
    </>
  );
}
