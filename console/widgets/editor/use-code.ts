import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { JsonSchema } from "../form/json-schema.ts";
import { toast } from "../toast/toast.ts";
import { askBeside } from "./beside.ts";
import { isLong } from "./long-text.ts";
import type { Source } from "./source.ts";

type Yaml = typeof import("./yaml-text.ts");

interface Draft {
  text: string;
  /** What it means; undefined while it cannot be read. */
  meant: { value: unknown } | undefined;
  /** The value while it was typed: until another one comes, the draft is newer. */
  over: unknown;
}

interface CodeOptions {
  schema: JsonSchema;
  value: unknown;
  saved: unknown;
  onChange: (value: unknown) => void;
  isShown: boolean;
}

// Texts that take long to read are read when the typing pauses, beside the page, or at once when somebody needs to know.
const PAUSE_MS = 400;

/** A value as YAML that is being typed. Nothing of it is ever lost: a text that says nothing valid stays as it is. */
export function useCode({ schema, value, saved, onChange, isShown }: CodeOptions) {
  const yaml = useYamlText(isShown);
  const [draft, setDraft] = useState<Draft>();
  const [problem, setProblem] = useState<string>();
  /** Typed and not yet read. */
  const [waiting, setWaiting] = useState<string>();

  const isNewer = draft && (!draft.meant || Object.is(draft.over, value));
  const text = useMemo(() => {
    if (!isShown || !yaml || isNewer) return draft?.text;
    return yaml.withValue(draft?.text ?? "", value);
  }, [yaml, isShown, isNewer, draft, value]);
  const savedText = useMemo(() => yaml?.printValue(saved), [yaml, saved]);

  /** Reads what was typed; answers why it cannot be read. */
  const read = (typed: string, source?: Read): string | undefined => {
    if (!yaml) return undefined;
    source ??= yaml.readSource(typed, "yaml");
    const why = sentenceOf(typed, source);
    setProblem(why);
    if (why !== undefined) {
      setDraft({ text: typed, meant: undefined, over: value });
      return why;
    }
    const meant = source.value === undefined ? yaml.nothingFor(schema) : source.value;
    setDraft({ text: typed, meant: { value: meant }, over: value });
    if (!yaml.isSameData(meant, value)) onChange(meant);
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
        askBeside({ want: "value", text: waiting }).then(
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
    else setDraft({ text: typed, meant: undefined, over: value });
  };
  return { text, saved: savedText, problem, type, settle };
}

type Read = Pick<Source, "problems" | "value">;

function sentenceOf(text: string, { problems: [first] }: Read): string | undefined {
  if (!first) return undefined;
  const line = text.slice(0, first.from).split("\n").length;
  return `Line ${line} of the YAML cannot be read: ${first.message}`;
}

function useYamlText(isNeeded: boolean): Yaml | undefined {
  const [yaml, setYaml] = useState<Yaml>();
  useEffect(() => {
    if (!isNeeded || yaml) return undefined;
    let isWanted = true;
    import("./yaml-text.ts").then(
      (loaded) => isWanted && setYaml(loaded),
      () => isWanted && toast.error("YAML could not be loaded. Please load the page again."),
    );
    return () => void (isWanted = false);
  }, [isNeeded, yaml]);
  return yaml;
}
