// An editor for short expressions: colours, error positions and function completion. Import it lazily.
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type CompletionContext,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, StreamLanguage } from "@codemirror/language";
import { type Diagnostic, forceLinting, linter, lintKeymap } from "@codemirror/lint";
import { Annotation, Compartment, EditorState, type Extension, Prec } from "@codemirror/state";
import { drawSelection, EditorView, hoverTooltip, keymap, placeholder as placeholderText } from "@codemirror/view";
import { expressionTokens } from "./expression-tokens.ts";
import type { ExpressionFault, ExpressionHelp, ExpressionSource, Notation } from "./expression-source.ts";
import { keepTyping } from "./editor-keys.ts";
import { colours, look } from "./look.ts";
import { textChanges } from "./text-changes.ts";

export interface ExpressionSettings {
  /** The accessible name. */
  label: string;
  notation: Notation;
  readOnly: boolean;
  placeholder: string | undefined;
  source: ExpressionSource;
}

export interface OpenExpression {
  setText(text: string): void;
  configure(settings: ExpressionSettings): void;
  /** Moves the cursor to the end of the text. */
  focus(): void;
  stop(): void;
}

interface Listeners {
  onText(text: string): void;
  onFaults(faults: readonly ExpressionFault[]): void;
}

const fromOutside = Annotation.define<boolean>();
/** Does not report errors while a word is being typed. */
const LINT_DELAY_MS = 400;

export function openExpression(
  host: HTMLElement,
  text: string,
  first: ExpressionSettings,
  listeners: Listeners,
): OpenExpression {
  // The content policy allows no style elements. In a shadow tree CodeMirror adopts style sheets instead.
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const configurable = new Compartment();
  const stop = new AbortController();
  const view = new EditorView({
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        EditorView.lineWrapping,
        // Listed before `look`, since the first theme wins.
        narrow,
        look,
        colours,
        // Tab moves to the next field of the form; it accepts a suggestion only while the list is open.
        Prec.high(keymap.of([{ key: "Tab", run: acceptCompletion }])),
        keymap.of([...closeBracketsKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, ...defaultKeymap]),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (docChanged && !transactions.some((each) => each.annotation(fromOutside)))
            listeners.onText(state.doc.toString());
        }),
        configurable.of(configuration(first, listeners, stop.signal)),
      ],
    }),
  });
  const stopTyping = keepTyping(host);
  return {
    setText: (after) => {
      const changes = textChanges(view.state.doc.toString(), after);
      if (changes.length > 0) view.dispatch({ changes, annotations: fromOutside.of(true) });
    },
    configure: (settings) => {
      view.dispatch({ effects: configurable.reconfigure(configuration(settings, listeners, stop.signal)) });
      forceLinting(view);
    },
    focus: () => {
      view.dispatch({ selection: { anchor: view.state.doc.length } });
      view.focus();
    },
    stop: () => {
      stop.abort();
      stopTyping();
      view.destroy();
    },
  };
}

/** Grows with its text, from 3 to 12 lines. */
const narrow = EditorView.theme({
  "&": { height: "auto" },
  ".cm-scroller": { minHeight: "76px", maxHeight: "260px" },
  ".cm-line": { padding: "0 10px" },
});

function configuration(
  { label, notation, readOnly, placeholder, source }: ExpressionSettings,
  { onFaults }: Listeners,
  stopped: AbortSignal,
): Extension {
  return [
    StreamLanguage.define(expressionTokens(notation)),
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ "aria-label": label, "aria-multiline": "true", tabindex: "0" }),
    placeholder === undefined ? [] : placeholderText(placeholder),
    checking(notation, source, onFaults, stopped),
    notation === "javascript" || notation === "jsonpath" ? [] : helping(source, readOnly),
  ];
}

function checking(
  notation: Notation,
  source: ExpressionSource,
  onFaults: Listeners["onFaults"],
  stopped: AbortSignal,
): Extension {
  let controller = new AbortController();
  return linter(
    async ({ state }): Promise<Diagnostic[]> => {
      // Cancels the pending check of the previous text.
      controller.abort();
      controller = new AbortController();
      const text = state.doc.toString();
      const { signal } = controller;
      const faults =
        text.trim() === ""
          ? []
          : await source.check({ notation, text }, AbortSignal.any([signal, stopped])).catch(() => undefined);
      // A failed check reports nothing.
      if (faults === undefined || signal.aborted || stopped.aborted) return [];
      onFaults(faults);
      return faults.map((fault) => ({
        ...rangeOf(state, fault),
        severity: "error",
        message: fault.message,
        actions: actionsOf(fault),
      }));
    },
    { delay: LINT_DELAY_MS },
  );
}

/** The word at the reported position; at the end of a line the character before it. */
function rangeOf({ doc }: EditorState, { line, column }: ExpressionFault): { from: number; to: number } {
  if (line === null || line > doc.lines) return { from: 0, to: doc.length };
  const { from: start, to: end, text } = doc.line(line);
  const from = Math.min(start + Math.max(0, (column ?? 1) - 1), end);
  const word = /^[\w.]+/.exec(text.slice(from - start))?.[0] ?? "";
  const to = Math.min(end, from + Math.max(1, word.length));
  return from === to ? { from: Math.max(start, from - 1), to } : { from, to };
}

const actionsOf = ({ suggestion }: ExpressionFault): NonNullable<Diagnostic["actions"]> =>
  suggestion === null
    ? []
    : [
        {
          name: `Change to ${suggestion}`,
          apply: (view, from, to) =>
            view.dispatch({ changes: { from, to, insert: suggestion }, userEvent: "input.correct" }),
        },
      ];

const helping = (source: ExpressionSource, readOnly: boolean): Extension => [
  readOnly
    ? []
    : autocompletion({
        icons: false,
        interactionDelay: 0,
        maxRenderedOptions: 60,
        override: [
          async (context: CompletionContext) => {
            const word = context.matchBefore(/[\w.]*/);
            if (!word || (word.text.length < 2 && !context.explicit)) return null;
            // After a dot only the last part is completed: `name.abb`.
            const last = word.text.slice(word.text.lastIndexOf(".") + 1);
            const functions = await source.functions(AbortSignal.timeout(10_000)).catch((): ExpressionHelp[] => []);
            const whole = functions.filter(({ name }) => name.startsWith(word.text));
            const from = whole.length > 0 ? word.from : word.to - last.length;
            const found =
              whole.length > 0
                ? whole
                : functions.filter(({ name }) => !name.includes(".") && last !== "" && name.startsWith(last));
            const options = found.map(({ name, signature, help }) => ({ label: name, detail: signature, info: help }));
            return options.length === 0 ? null : { from, options, validFor: /^[\w.]*$/ };
          },
        ],
      }),
  hoverTooltip(async (view, position) => {
    const line = view.state.doc.lineAt(position);
    const at = position - line.from;
    const start = /[\w.]*$/.exec(line.text.slice(0, at))!.index;
    const word = /^[\w.]*/.exec(line.text.slice(start))![0];
    if (word === "") return null;
    const functions = await source.functions(AbortSignal.timeout(10_000)).catch((): ExpressionHelp[] => []);
    const found =
      functions.find(({ name }) => name === word) ??
      functions.find(({ name }) => name === word.slice(word.lastIndexOf(".") + 1));
    if (!found) return null;
    return {
      pos: line.from + start,
      end: line.from + start + word.length,
      above: true,
      create: () => ({ dom: renderHelp(found) }),
    };
  }),
];

function renderHelp({ signature, help }: ExpressionHelp): HTMLElement {
  const place = document.createElement("div");
  place.className = "cm-docs";
  const name = place.appendChild(document.createElement("div"));
  name.className = "cm-docs-name";
  name.textContent = signature;
  place.appendChild(document.createElement("p")).textContent = help;
  return place;
}
