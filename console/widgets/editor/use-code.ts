import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { JsonSchema } from "../form/json-schema.ts";
import { toast } from "../toast/toast.ts";
import { askWorker, isLong } from "./text-thread.ts";
import type { Source } from "./source.ts";

type Yaml = typeof import("./yaml-text.ts");

interface Draft {
  text: string;
  /** The parsed value of the text; undefined while the text is invalid. */
  parsed: { value: unknown } | undefined;
  /** The parent's value when the text was typed. While that value is unchanged, the draft is newer. */
  base: unknown;
}

interface CodeOptions {
  schema: JsonSchema;
  value: unknown;
  saved: unknown;
  onChange: (value: unknown) => void;
  isShown: boolean;
}

// Long texts are parsed in a worker when typing pauses, or at once when the result is needed.
const PAUSE_MS = 400;

/** A value edited as YAML. Invalid text is kept as typed. */
export function useCode({ schema, value, saved, onChange, isShown }: CodeOptions) {
  const yaml = useYamlText(isShown);
  const [draft, setDraft] = useState<Draft>();
  const [problem, setProblem] = useState<string>();
  /** The typed text that is not parsed yet. */
  const [waiting, setWaiting] = useState<string>();

  const isNewer = draft && (!draft.parsed || Object.is(draft.base, value));
  const text = useMemo(() => {
    if (!isShown || !yaml || isNewer) return draft?.text;
    return yaml.withValue(draft?.text ?? "", value);
  }, [yaml, isShown, isNewer, draft, value]);
  const savedText = useMemo(() => yaml?.printValue(saved), [yaml, saved]);

  /** Parses the typed text; returns the reason if it is invalid. */
  const read = (typed: string, source?: Read): string | undefined => {
    if (!yaml) return undefined;
    source ??= yaml.readSource(typed, "yaml");
    const why = sentenceOf(typed, source);
    setProblem(why);
    if (why !== undefined) {
      setDraft({ text: typed, parsed: undefined, base: value });
      return why;
    }
    const parsed = source.value === undefined ? yaml.emptyValueFor(schema) : source.value;
    setDraft({ text: typed, parsed: { value: parsed }, base: value });
    if (!yaml.isSameData(parsed, value)) onChange(parsed);
    return undefined;
  };
  const settle = (): string | undefined => {
    if (waiting === undefined) return problem;
    setWaiting(undefined);
    return read(waiting);
  };
  const settleNow = useEffectEvent(settle);
  const take = useEffectEvent((typed: string, source: Read) => {
    setWaiting(undefined);
    read(typed, source);
  });
  useEffect(() => {
    if (waiting === undefined) return undefined;
    let isWanted = true;
    const timer = setTimeout(
      () =>
        askWorker({ want: "value", text: waiting }).then(
          (source) => isWanted && take(waiting, source),
          () => isWanted && settleNow(),
        ),
      PAUSE_MS,
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [waiting]);
  useEffect(() => () => void settleNow(), []);

  const type = (typed: string) => {
    setWaiting(isLong(typed) ? typed : undefined);
    if (!isLong(typed)) read(typed);
    else setDraft({ text: typed, parsed: undefined, base: value });
  };
  return { text, saved: savedText, problem, type, settle };
}

type Read = Pick<Source, "problems" | "value">;

function sentenceOf(text: string, { problems: [first] }: Read): string | undefined {
  if (!first) return undefined;
  const line = text.slice(0, first.from).split("\n").length;
  return `Line ${line} of the YAML is invalid: ${first.message}`;
}

function useYamlText(isNeeded: boolean): Yaml | undefined {
  const [yaml, setYaml] = useState<Yaml>();
  useEffect(() => {
    if (!isNeeded || yaml) return undefined;
    let isWanted = true;
    import("./yaml-text.ts").then(
      (loaded) => isWanted && setYaml(loaded),
      () => isWanted && toast.error("YAML could not be loaded. Reload the page."),
    );
    return () => void (isWanted = false);
  }, [isNeeded, yaml]);
  return yaml;
}
