// Where the options of a list come from: found by a few letters, and by the value that is stored.
import type { ReactNode } from "react";

export interface Option {
  value: string;
  label: string;
  /** Lighter, beside it. */
  hint?: string | undefined;
  picture?: ReactNode;
}

export interface OptionSource {
  /** Of the query; begins with the relation, so that a change there asks again. */
  key: readonly unknown[];
  find(text: string, signal: AbortSignal): Promise<readonly Option[]>;
  /** Undefined when there is none any more. */
  get(value: string, signal: AbortSignal): Promise<Option | undefined>;
  /** Why a text is not asked for, in a sentence. */
  refuse?(text: string): string | undefined;
}
