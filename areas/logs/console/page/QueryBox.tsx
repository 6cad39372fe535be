import { useState } from "react";
import { ChoiceFilter } from "#console/widgets/filter/ChoiceFilter.tsx";
import { SearchBox } from "#console/widgets/filter/SearchBox.tsx";
import { areaLook } from "#console/widgets/form/control-look.ts";
import type { LogsUrl } from "../logs-url.ts";

interface QueryBoxProps {
  query: string;
  language: LogsUrl["language"];
  /** The systems that are searched, such as loki; undefined if they are not known. */
  types: readonly string[] | undefined;
  hasLanguage: boolean;
  change: (changes: Partial<Pick<LogsUrl, "query" | "language">>) => void;
}

/** The query languages of the systems, each with an example. */
const languages: Readonly<Record<string, { name: string; example: string }>> = {
  loki: { name: "LogQL", example: '{app="cart"} |= "timeout"' },
  elasticsearch: { name: "Query DSL", example: '{"query": {"match": {"message": "timeout"}}}' },
  opensearch: { name: "Query DSL", example: '{"query": {"match": {"message": "timeout"}}}' },
  cloudwatch: { name: "Logs Insights", example: "filter @message like /timeout/" },
};

const OTHER = { name: "Backend query", example: "" };

/** The search field, for words or a query in the language of the backend. */
export function QueryBox({ query, language, types, hasLanguage, change }: QueryBoxProps) {
  const { name, example } = types?.map((type) => languages[type]).find((known) => known !== undefined) ?? OTHER;
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-2">
      {language === "backend" ? (
        <QueryText label={name} example={example} value={query} change={(text) => change({ query: text })} />
      ) : (
        <SearchBox
          label={'Search: timeout "connection refused" -debug /status=5\\d\\d/'}
          value={query}
          change={(text) => change({ query: text })}
          delayMs={500}
          className="min-w-40 flex-1"
        />
      )}
      {(hasLanguage || language === "backend") && (
        <ChoiceFilter
          label="Language"
          all={false}
          value={language}
          options={[
            { value: "auto", label: "Automatic" },
            { value: "words", label: "Words" },
            { value: "backend", label: name },
          ]}
          change={(value) => change({ language: value as LogsUrl["language"] })}
        />
      )}
    </div>
  );
}

interface QueryTextProps {
  label: string;
  example: string;
  value: string;
  change: (text: string) => void;
}

const MAX_LINES = 8;

/** A query with several lines. Enter runs it, Shift+Enter begins a new line. */
function QueryText({ label, example, value, change }: QueryTextProps) {
  const [typed, setTyped] = useState({ text: value, of: value });
  // The value can also change from outside, for example by the Back button or a link.
  if (typed.of !== value) setTyped({ text: value, of: value });
  const run = () => {
    if (typed.text !== value) change(typed.text);
  };
  return (
    <textarea
      aria-label={label}
      placeholder={example}
      value={typed.text}
      rows={Math.min(MAX_LINES, typed.text.split("\n").length)}
      spellCheck={false}
      onChange={({ target }) => setTyped({ text: target.value, of: value })}
      onBlur={run}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.shiftKey) return;
        event.preventDefault();
        run();
      }}
      className={`${areaLook} min-h-control w-auto! flex-1 basis-64 resize-none! font-mono`}
    />
  );
}
