import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../Button.tsx";
import { CopyIcon } from "../CopyIcon.tsx";
import { LayoutChoice, useDiffLayout } from "../diff/LayoutChoice.tsx";
import type { JsonSchema, Path, SchemaProblem } from "../form/json-schema.ts";
import { IconButton } from "../IconButton.tsx";
import { TextSkeleton } from "../skeleton/Skeletons.tsx";
import { StatusMark } from "../StatusMark.tsx";
import type { Finding } from "./findings.ts";
import type { EditorSettings, OpenEditor } from "./open-editor.ts";
import type { SourceLanguage } from "./source.ts";
import { StatusLine } from "./StatusLine.tsx";

export interface CodeEditorProps {
  /** The title of the editor, also its name for screen readers. */
  label: string;
  /** Undefined while it is loading. */
  text: string | undefined;
  onChange: (text: string) => void;
  language?: SourceLanguage;
  /** Used for completion, documentation and checks. */
  schema?: JsonSchema | undefined;
  /** Problems reported by the server, by path. */
  problems?: readonly SchemaProblem[] | undefined;
  /** The saved text: changes since then can be shown and reverted. */
  saved?: string | undefined;
  readOnly?: boolean;
  placeholder?: string;
  size?: keyof typeof sizes;
  /** Buttons of the caller, before the editor's own buttons. */
  actions?: ReactNode;
  /** The path where the cursor is when the editor opens. Default: the start of the text. */
  startAt?: Path | undefined;
  onFindings?: (findings: readonly Finding[]) => void;
}

const sizes = {
  "very-small": "h-32",
  small: "h-48",
  medium: "h-80",
  large: "h-[32rem]",
  full: "h-full min-h-80",
};

/**
 * An editor for YAML or JSON with completion, documentation, checks and a diff. Its height is fixed from the first
 * render.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { label, text, saved, readOnly = false, language = "yaml", size = "medium", actions, schema, problems } = props;
  const { placeholder } = props;
  const container = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<OpenEditor>();
  const [failure, setFailure] = useState(false);
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [canLeave, setCanLeave] = useState(false);
  const [isComparing, setComparing] = useState(false);
  const layout = useDiffLayout();

  const change = useEffectEvent((typed: string) => props.onChange(typed));
  const find = useEffectEvent((found: readonly Finding[]) => {
    setFindings(found);
    log(label, language, found, findings);
    props.onFindings?.(found);
  });
  const settings = useEffectEvent((): EditorSettings => ({ label, language, readOnly, schema, problems, placeholder }));
  const initial = useEffectEvent(() => text ?? "");
  const start = useEffectEvent(() => props.startAt);
  const isLoaded = text !== undefined;

  useEffect(() => {
    if (!isLoaded || failure) return undefined;
    let opened: OpenEditor | undefined;
    let isWanted = true;
    const open = ({ openEditor }: Awaited<ReturnType<typeof loadEditor>>) => {
      if (!isWanted || !container.current) return;
      opened = openEditor(container.current, initial(), settings(), {
        onText: change,
        onFindings: find,
        onLeaving: setCanLeave,
      });
      const path = start();
      if (path) opened.startAt(path);
      setEditor(opened);
    };
    loadEditor().then(open, () => isWanted && setFailure(true));
    return () => {
      isWanted = false;
      opened?.stop();
      setEditor(undefined);
    };
  }, [isLoaded, failure]);

  useEffect(() => {
    if (text !== undefined) editor?.setText(text);
  }, [editor, text]);
  useEffect(
    () => editor?.configure({ label, language, readOnly, schema, problems, placeholder }),
    [editor, label, language, readOnly, schema, problems, placeholder],
  );
  useEffect(() => void editor?.compare(isComparing ? saved : undefined, layout), [editor, isComparing, saved, layout]);

  return (
    <figure
      aria-label={label}
      className={`flex min-w-0 flex-col overflow-hidden rounded-md border border-line-strong bg-surface focus-within:border-focus ${sizes[size]}`}
    >
      <figcaption className="flex h-9 shrink-0 items-center gap-1 border-b border-line pr-1 pl-3">
        <span className="min-w-0 flex-1 truncate text-muted">{label}</span>
        {actions}
        {isComparing && <LayoutChoice chosen={layout} />}
        {saved !== undefined && (
          <Small aria-pressed={isComparing} onClick={() => setComparing(!isComparing)}>
            Changes
          </Small>
        )}
        {!readOnly && (
          <Small title="Format (Shift+Alt+F)" onClick={() => editor?.format()}>
            Format
          </Small>
        )}
        <IconButton icon="search" size="small" label="Find in the editor" onClick={() => editor?.find()} />
        <CopyIcon text={text ?? ""} label={`Copy ${label}`} />
      </figcaption>
      <div className="relative min-h-0 flex-1">
        <div ref={container} className="absolute inset-0 font-mono" />
        {!editor && (
          <div className="absolute inset-0 overflow-hidden bg-surface p-3 pl-14">
            {failure ? (
              <Failure tryAgain={() => setFailure(false)} />
            ) : (
              <TextSkeleton label={label} lines={size === "very-small" ? 2 : 6} />
            )}
          </div>
        )}
      </div>
      <StatusLine
        language={language}
        findings={findings}
        canLeave={canLeave}
        readOnly={readOnly}
        goTo={(finding) => editor?.goTo(finding)}
      />
    </figure>
  );
}

const Small = (props: ComponentProps<"button">) => (
  <button
    type="button"
    {...props}
    className="h-6 shrink-0 rounded-md px-2 text-muted transition-colors hover:bg-hover hover:text-text active:bg-press aria-pressed:bg-selected aria-pressed:text-text"
  />
);

const Failure = ({ tryAgain }: { tryAgain: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center gap-2 font-sans">
    <StatusMark meaning="unhealthy" />
    The editor could not be loaded.
    <Button icon="refresh-cw" onClick={tryAgain}>
      Try again
    </Button>
  </div>
);

/** Logs each syntax error once. */
function log(label: string, language: SourceLanguage, now: readonly Finding[], before: readonly Finding[]) {
  const [found] = now.filter(({ isSyntax }) => isSyntax);
  if (!found || before.some(({ message, line }) => message === found.message && line === found.line)) return;
  // An info message: invalid input is not a defect of the console.
  // oxlint-disable-next-line no-console
  console.info(`Invalid ${language.toUpperCase()} in ${label}, line ${found.line}: ${found.message}`);
}

type Loaded = typeof import("./open-editor.ts");

let loading: Promise<Loaded> | undefined;

/** Loads the editor's code on first use or earlier. A failed load is retried by the next call. */
export const loadEditor = (): Promise<Loaded> =>
  (loading ??= import("./open-editor.ts").catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
