// A source of options for a list: searched by text, and looked up by value.
import type { ReactNode } from "react";

export interface Option {
  value: string;
  label: string;
  /** Shown in grey after the label. */
  hint?: string | undefined;
  picture?: ReactNode;
}

export interface OptionSource {
  /** The query key. It begins with the relation, so that changes to the relation refetch it. */
  key: readonly unknown[];
  find(text: string, signal: AbortSignal): Promise<readonly Option[]>;
  /** Undefined if the row no longer exists. */
  get(value: string, signal: AbortSignal): Promise<Option | undefined>;
  /** Returns the reason why a text cannot be searched for. */
  refuse?(text: string): string | undefined;
}
