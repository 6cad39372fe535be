// The editor: CodeMirror and the extensions of the console. Import it lazily, since it is large.
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyField, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { type Diagnostic, diagnosticCount, forceLinting, linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, type EditorStateConfig, type Extension, Prec } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder as placeholderText,
} from "@codemirror/view";
import type { DiffLayout } from "../diff/LayoutChoice.tsx";
import type { JsonSchema, Path, SchemaProblem } from "../form/json-schema.ts";
import { bareValues } from "./bare-values.ts";
import { completeAt, opensNext } from "./completion.ts";
import { type Finding, findingsIn, type CheckOptions } from "./findings.ts";
import { docsAtCursor, docsOnHover, hideDocs, showDocs } from "./hover.ts";
import { leaving, keepTyping } from "./editor-keys.ts";
import { colours, look } from "./look.ts";
import { createSearchPanel } from "./search-panel.ts";
import { rangeOf, readSource, type SourceLanguage, formatted } from "./source.ts";
import { textChanges } from "./text-changes.ts";
import { askWorker, isLong } from "./text-thread.ts";
import { typedOver } from "./typed-over.ts";

export interface EditorSettings {
  /** The accessible name. */
  label: string;
  language: SourceLanguage;
  readOnly: boolean;
  schema: JsonSchema | undefined;
  problems: readonly SchemaProblem[] | undefined;
  placeholder: string | undefined;
}

export interface EditorListeners {
  onText(text: string): void;
  onFindings(findings: readonly Finding[]): void;
  /** Whether Tab currently leaves the editor instead of indenting. */
  onLeaving(canLeave: boolean): void;
}

export interface OpenEditor {
  /** Sets a text that was not typed here; listeners are not called. */
  setText(text: string): void;
  configure(settings: EditorSettings): void;
  /** Shows the changes since `saved`; undefined shows the text alone. */
  compare(saved: string | undefined, layout: DiffLayout): Promise<void>;
  /** Returns false and leaves the text unchanged if the text is invalid. */
  format(): boolean;
  find(): void;
  goTo(range: { from: number; to: number }): void;
  /** Moves the cursor to the value at the path. Takes the focus only if no other control has the focus. */
  startAt(path: Path): void;
  stop(): void;
}

const fromOutside = Annotation.define<boolean>();
// Does not report errors while a word is being typed.
const LINT_DELAY_MS = 400;
const MAX_PENDING = 50;

export function openEditor(
  host: HTMLElement,
  text: string,
  first: EditorSettings,
  listeners: EditorListeners,
): OpenEditor {
  // The content policy allows no style elements. In a shadow tree CodeMirror adopts style sheets instead.
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  let settings = first;
  // Typed texts that the parent may still pass back: an older text must not overwrite the text that was typed since
  // then.
  let pending: string[] = [];
  const reporting: EditorListeners = {
    ...listeners,
    onText: (typed) => {
      pending = [...pending.slice(-MAX_PENDING), typed];
      listeners.onText(typed);
    },
  };
  const configurable = new Compartment();
  const comparison = new Compartment();
  const extensions = (): Extension => [
    fixed(reporting),
    configurable.of(configuration(settings, reporting)),
    comparison.of([]),
    EditorView.contentAttributes.of(({ state }) => ({ "aria-invalid": String(diagnosticCount(state) > 0) })),
  ];
  const single = (config: EditorStateConfig): Shown => {
    const view = new EditorView({ parent: root, state: EditorState.create(config) });
    return { view, stop: () => view.destroy() };
  };
  let shown = single({ doc: text, extensions: extensions() });
  let isSideBySide = false;
  /** Counts `compare` calls, so that the result of an outdated call is ignored. */
  let latest = 0;
  /** Moves the text with its selection and undo history to another view. */
  const reframe = (open: (config: EditorStateConfig) => Shown) => {
    const { state, hasFocus } = shown.view;
    const undoable = historyField.init(() => state.field(historyField));
    shown.stop();
    shown = open({ doc: state.doc, selection: state.selection, extensions: [extensions(), undoable] });
    if (hasFocus) shown.view.focus();
    forceLinting(shown.view);
  };
  const note = root.appendChild(document.createElement("div"));
  note.id = "keys";
  note.hidden = true;
  note.textContent =
    "Tab indents. Press Escape, then Tab, to leave the editor. Control+Space opens the list of suggestions.";
  const stopTyping = keepTyping(host);

  return {
    setText: (after) => {
      const at = pending.indexOf(after);
      pending = pending.slice(at + 1);
      const changes = at < 0 ? textChanges(shown.view.state.doc.toString(), after) : [];
      if (changes.length > 0) shown.view.dispatch({ changes, annotations: fromOutside.of(true) });
    },
    configure: (next) => {
      if (isSame(next, settings)) return;
      settings = next;
      shown.view.dispatch({ effects: configurable.reconfigure(configuration(next, reporting)) });
      forceLinting(shown.view);
    },
    compare: async (saved, layout) => {
      const current = (latest += 1);
      const part = saved === undefined ? undefined : await import("./changes.ts");
      if (current !== latest) return;
      if (isSideBySide) reframe(single);
      isSideBySide = part !== undefined && layout === "side";
      if (saved === undefined || !part) shown.view.dispatch({ effects: comparison.reconfigure([]) });
      else if (isSideBySide) {
        const { readOnly } = settings;
        reframe((edited) => part.changesBeside({ root, saved, look: original(settings), edited, readOnly }));
      } else {
        shown.view.dispatch({ effects: comparison.reconfigure(part.changesSince(saved, settings.readOnly)) });
      }
    },
    format: () => formatIn(shown.view, settings.language),
    find: () => openSearchPanel(shown.view),
    goTo: ({ from, to }) => {
      const { view } = shown;
      const end = view.state.doc.length;
      const [anchor, head] = [Math.min(from, end), Math.min(to, end)];
      view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
      view.focus();
    },
    startAt: (path) => {
      const { view } = shown;
      const { from } = rangeOf(readSource(view.state.doc.toString(), settings.language), path, "key");
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
      if (document.activeElement === document.body) view.focus();
    },
    stop: () => {
      latest += 1;
      stopTyping();
      shown.stop();
      note.remove();
    },
  };
}

/** The editable view and the function that removes it. */
interface Shown {
  view: EditorView;
  stop(): void;
}

/** Extensions of the saved text in the side-by-side view. */
const original = ({ label, language }: EditorSettings): Extension => [
  lineNumbers(),
  drawSelection(),
  EditorState.tabSize.of(2),
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ "aria-label": `${label}, saved version`, tabindex: "0" }),
  language === "json" ? json() : [yaml(), Prec.lowest(bareValues)],
  look,
  colours,
  keymap.of(defaultKeymap),
];

const isSame = (a: EditorSettings, b: EditorSettings) =>
  Object.entries(a).every(([name, value]) => value === b[name as keyof EditorSettings]);

function formatIn(view: EditorView, language: SourceLanguage): boolean {
  const before = view.state.doc.toString();
  const after = formatted(before, language);
  if (after === undefined) {
    view.dispatch({ effects: EditorView.announce.of("Invalid text cannot be formatted.") });
    return false;
  }
  view.dispatch({
    changes: textChanges(before, after),
    userEvent: "input.format",
    effects: EditorView.announce.of("Formatted."),
  });
  return true;
}

const fixed = ({ onText, onLeaving }: EditorListeners): Extension => [
  lintGutter(),
  lineNumbers(),
  foldGutter({ openText: "▾", closedText: "▸" }),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  history(),
  drawSelection(),
  indentUnit.of("  "),
  EditorState.tabSize.of(2),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightSelectionMatches({ minSelectionLength: 3 }),
  search({ top: true, createPanel: createSearchPanel }),
  look,
  colours,
  docsAtCursor,
  typedOver,
  leaving(onLeaving),
  Prec.high(
    keymap.of([
      { key: "Tab", run: acceptCompletion },
      { key: "Escape", run: hideDocs },
    ]),
  ),
  keymap.of([
    ...closeBracketsKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap.filter(({ key }) => key === "F8"),
    ...defaultKeymap,
    indentWithTab,
  ]),
  EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    if (docChanged && !transactions.some((each) => each.annotation(fromOutside))) onText(state.doc.toString());
  }),
];

const configuration = (settings: EditorSettings, { onFindings }: EditorListeners): Extension => {
  const { label, language, readOnly, schema, problems, placeholder } = settings;
  return [
    language === "json" ? json() : [yaml(), Prec.lowest(bareValues)],
    EditorState.readOnly.of(readOnly),
    // The content can be focused without tabindex, but some accessibility checkers require it.
    EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": "keys", tabindex: "0" }),
    placeholder === undefined ? [] : placeholderText(placeholder),
    schema === undefined ? [] : suggestions(schema, language, readOnly),
    Prec.high(keymap.of([{ key: "Shift-Alt-f", run: (view) => !readOnly && (formatIn(view, language), true) }])),
    linter(
      async ({ state }) => {
        const findings = await checkText(state.doc.toString(), { language, schema, problems });
        onFindings(findings);
        return findings.map((finding) => diagnosticOf(finding, readOnly));
      },
      { delay: LINT_DELAY_MS },
    ),
  ];
};

const suggestions = (schema: JsonSchema, language: SourceLanguage, readOnly: boolean): Extension => [
  readOnly
    ? []
    : autocompletion({
        override: [(context) => completeAt(context, { schema, language })],
        activateOnCompletion: opensNext,
        icons: false,
        // The list accepts keys as soon as it is visible.
        interactionDelay: 0,
        maxRenderedOptions: 60,
      }),
  docsOnHover(schema),
  Prec.high(keymap.of([{ key: "Mod-i", run: showDocs(schema) }])),
];

const diagnosticOf = ({ from, to, severity, message, instead }: Finding, readOnly: boolean): Diagnostic => ({
  from,
  to,
  severity,
  message,
  ...(instead !== undefined &&
    !readOnly && {
      actions: [
        {
          name: `Change to ${instead}`,
          apply: (view: EditorView, start: number, end: number) =>
            view.dispatch({ changes: { from: start, to: end, insert: instead }, userEvent: "input.correct" }),
        },
      ],
    }),
});

/** Checks a text. Long texts are checked in a worker, so that typing is not blocked. */
const checkText = (text: string, options: CheckOptions): Finding[] | Promise<Finding[]> =>
  isLong(text)
    ? askWorker({ want: "findings", text, options }).catch(() => findingsIn(text, options))
    : findingsIn(text, options);
