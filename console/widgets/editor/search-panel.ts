// The editor's search panel: find, count, next and previous; replace where the text is editable.
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchQuery,
} from "@codemirror/search";
import type { Command, EditorView, Panel, ViewUpdate } from "@codemirror/view";

// Limits the time spent on counting a frequent letter.
const MAX_COUNT = 2000;

export function createSearchPanel(view: EditorView): Panel {
  const dom = document.createElement("div");
  dom.className = "cm-search";
  dom.setAttribute("role", "search");
  const field = (label: string) => {
    const input = document.createElement("input");
    input.placeholder = label;
    input.setAttribute("aria-label", label);
    input.addEventListener("input", commit);
    return input;
  };
  const button = (text: string, label: string, run: Command) => {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = text;
    element.title = label;
    element.setAttribute("aria-label", label);
    element.addEventListener("click", () => run(view));
    return element;
  };
  const searchField = field("Find");
  searchField.setAttribute("main-field", "true");
  const replacement = field("Replace with");
  const matchCase = button("Aa", "Match case", () => {
    matchCase.setAttribute("aria-pressed", String(matchCase.getAttribute("aria-pressed") !== "true"));
    commit();
    return true;
  });
  const count = document.createElement("span");
  count.className = "cm-search-count";
  count.setAttribute("role", "status");
  const writing = [
    replacement,
    button("Replace", "Replace this match", replaceNext),
    button("All", "Replace all matches", replaceAll),
  ];
  dom.append(
    searchField,
    count,
    button("↑", "Previous match", findPrevious),
    button("↓", "Next match", findNext),
    matchCase,
    ...(view.state.readOnly ? [] : writing),
    button("✕", "Close search", closeSearchPanel),
  );
  dom.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeSearchPanel(view);
    else if (event.key === "Enter" && event.target === searchField) (event.shiftKey ? findPrevious : findNext)(view);
    else if (event.key === "Enter" && event.target === replacement) replaceNext(view);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  function commit() {
    const query = new SearchQuery({
      search: searchField.value,
      replace: replacement.value,
      caseSensitive: matchCase.getAttribute("aria-pressed") === "true",
      literal: true,
    });
    if (query.eq(getSearchQuery(view.state))) return;
    view.dispatch({ effects: setSearchQuery.of(query) });
  }

  function draw(query: SearchQuery) {
    if (searchField.value !== query.search) searchField.value = query.search;
    if (replacement.value !== query.replace) replacement.value = query.replace;
    matchCase.setAttribute("aria-pressed", String(query.caseSensitive));
    count.textContent = query.valid ? counted(view, query) : "";
  }

  return {
    dom,
    top: true,
    mount: () => {
      draw(getSearchQuery(view.state));
      searchField.select();
    },
    update: ({ state, docChanged, selectionSet, transactions }: ViewUpdate) => {
      const isNew = transactions.some(({ effects }) => effects.some((effect) => effect.is(setSearchQuery)));
      if (isNew || docChanged || selectionSet) draw(getSearchQuery(state));
    },
  };
}

function counted(view: EditorView, query: SearchQuery): string {
  const { from, to } = view.state.selection.main;
  const matches = query.getCursor(view.state);
  let [all, current] = [0, 0];
  for (let next = matches.next(); !next.done && all < MAX_COUNT; next = matches.next()) {
    all += 1;
    if (next.value.from === from && next.value.to === to) current = all;
  }
  if (all === 0) return "No match";
  return `${current || "–"} of ${all}${all === MAX_COUNT ? "+" : ""}`;
}
