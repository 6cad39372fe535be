import { type KeyboardEvent, useRef, useState } from "react";
import { lineLook } from "#console/widgets/form/control-look.ts";

interface EditedTextProps {
  /** The accessible name of the field. */
  label: string;
  text: string;
  /** Called with the new text, unless it is empty or unchanged. */
  save: (text: string) => void;
  /** Called when editing ends, whether the text was saved or not. */
  end: () => void;
  className?: string;
}

/** A line of text with inline editing. Enter or leaving the field saves it, Escape keeps the old text. */
export function EditedText({ label, text, save, end, className = "" }: EditedTextProps) {
  const [typed, setTyped] = useState(text);
  const isOver = useRef(false);
  const finish = (isSaved: boolean) => {
    // Removing the field also triggers its blur event, which must not save.
    if (isOver.current) return;
    isOver.current = true;
    const trimmed = typed.trim();
    if (isSaved && trimmed !== "" && trimmed !== text) save(trimmed);
    end();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") finish(true);
    else if (event.key === "Escape") finish(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      // The person has just pressed the button that replaces the text by this field.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      aria-label={label}
      value={typed}
      maxLength={500}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => finish(true)}
      onKeyDown={press}
      className={`${lineLook} ${className}`}
    />
  );
}
