import { Markdown } from "#console/widgets/text/Formatted.tsx";
import { REDACTED } from "../parts/incident-words.ts";
import { markdownOf } from "./mentions.ts";

/** A comment as Markdown, with mentions as highlighted names. */
export function CommentText({ text }: { text: string }) {
  // The marker of a removed text is not shown in the conversation.
  if (text === REDACTED) return <p className="text-muted italic">{text}</p>;
  return (
    <Markdown
      text={markdownOf(text)}
      className="min-w-0 wrap-anywhere [&_mark]:rounded-sm [&_mark]:bg-selected [&_mark]:px-1 [&_mark]:font-medium [&_mark]:text-link"
    />
  );
}
