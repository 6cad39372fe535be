import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { Avatar } from "#console/widgets/Avatar.tsx";
import { areaLook } from "#console/widgets/form/control-look.ts";
import { ChoiceFilter } from "#console/widgets/filter/ChoiceFilter.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { type Mentioned, withMarkup } from "./mentions.ts";
import { useMentions } from "./use-mentions.ts";

interface Target {
  id: string;
  title: string;
}

interface CommentInputProps {
  /** The hypotheses that the comment can belong to. If there is only one, no choice is shown. */
  targets: readonly Target[];
  /** Preselected. */
  target: string | undefined;
  /** Resolves to false if the comment could not be stored; the text is then kept. */
  send: (comment: string, hypothesisId: string) => Promise<boolean>;
}

/** Writes a comment. Enter sends it, Shift+Enter starts a new line, and @ offers people. */
export function CommentInput({ targets, target: preselected, send }: CommentInputProps) {
  const [text, setText] = useState("");
  const [cursor, setCursor] = useState<number>();
  const [chosenTarget, setTarget] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const nextCursor = useRef<number>(undefined);
  const id = useId();
  const mentions = useMentions(text, cursor);
  const { offered, highlighted } = mentions;
  const isOffering = offered.length > 0;
  const target = chosenTarget ?? preselected ?? "";

  useLayoutEffect(() => {
    if (nextCursor.current === undefined) return;
    field.current?.setSelectionRange(nextCursor.current, nextCursor.current);
    nextCursor.current = undefined;
  });

  const pick = (person: Mentioned) => {
    const next = mentions.choose(person);
    setText(next.text);
    setCursor(undefined);
    nextCursor.current = next.cursor;
    field.current?.focus();
  };
  const submit = async () => {
    if (target === "") return setProblem("Please select any hypothesis");
    if (text.trim() === "") return setProblem("Please add comment details");
    setProblem(undefined);
    const kept = text;
    setText("");
    setCursor(undefined);
    if (await send(withMarkup(kept.trim(), mentions.chosen), target)) mentions.clear();
    else setText(kept);
  };
  const press = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter only confirms the word.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (isOffering && step !== undefined) mentions.move(step);
    else if (isOffering && (event.key === "Enter" || event.key === "Tab")) pick(offered[highlighted]!);
    else if (isOffering && event.key === "Escape") setCursor(undefined);
    else if (event.key === "Enter" && !event.shiftKey) void submit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="flex flex-col gap-1">
      <div className="relative flex items-end gap-2 max-shell:flex-wrap">
        <div className="relative min-w-0 flex-1 max-shell:basis-full">
          <textarea
            ref={field}
            rows={1}
            aria-label="Comment"
            aria-autocomplete="list"
            aria-controls={`${id}-people`}
            aria-activedescendant={isOffering ? `${id}-${offered[highlighted]!.id}` : undefined}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            placeholder="Write a comment. Markdown and @mentions are supported."
            value={text}
            onChange={({ target: { value, selectionStart } }) => {
              setText(value);
              setCursor(selectionStart);
              setProblem(undefined);
            }}
            onBlur={() => setCursor(undefined)}
            onKeyDown={press}
            className={`${areaLook} max-h-60 min-h-control resize-none field-sizing-content`}
          />
          <div
            id={`${id}-people`}
            role="listbox"
            aria-label="People"
            hidden={!isOffering}
            className="absolute bottom-full left-0 z-20 mb-1 max-h-64 w-64 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-raised"
          >
            {offered.map((person, index) => (
              // The text field has the focus and handles the keys.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={person.id}
                id={`${id}-${person.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === highlighted}
                // Otherwise pressing the option would move the focus out of the text field.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(person)}
                className="flex min-h-7 cursor-default items-center gap-2 rounded-sm px-2 hover:bg-hover aria-selected:bg-hover"
              >
                <Avatar name={person.name} image={person.avatar} size="xs" />
                <span className="truncate">{person.name}</span>
              </div>
            ))}
          </div>
        </div>
        {targets.length > 1 && (
          <ChoiceFilter
            label="For"
            all={target === "" ? "Choose" : false}
            options={targets.map(({ id: value, title }) => ({ value, label: title }))}
            value={target}
            change={(value) => {
              setTarget(value);
              setProblem(undefined);
            }}
            className="max-w-56 max-shell:flex-1"
          />
        )}
        <IconButton
          icon="send"
          label="Send comment"
          onClick={() => void submit()}
          className="border border-line bg-surface"
        />
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" className="text-unhealthy-text">
          {problem}
        </p>
      )}
    </div>
  );
}
