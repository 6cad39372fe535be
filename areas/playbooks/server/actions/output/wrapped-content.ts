// Output that specifies how it is displayed: a program may print {"content": "# Report", "contentType":
// "text/markdown"}.
import { z } from "zod";

const wrapper = z.strictObject({ content: z.string(), contentType: z.string() });

export interface Content {
  text: string;
  contentType?: string | undefined;
}

/** Returns the text unchanged if it is not wrapped. */
export function unwrapped(text: string): Content {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{") || !trimmed.includes('"contentType"')) return { text };
  try {
    const { content, contentType } = wrapper.parse(JSON.parse(trimmed));
    return { text: content, contentType };
  } catch {
    return { text };
  }
}
