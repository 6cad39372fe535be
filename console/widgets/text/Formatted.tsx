import { useEffect, useState } from "react";
import { TextSkeleton } from "../skeleton/Skeletons.tsx";

interface FormattedProps {
  text: string;
  className?: string;
}

/** Renders sanitised Markdown. */
export const Markdown = (props: FormattedProps) => <Formatted {...props} language="markdown" />;

/** Renders sanitised HTML. */
export const Html = (props: FormattedProps) => <Formatted {...props} language="html" />;

type Shown = { html: string } | { failed: true };

function Formatted({ text, language, className = "" }: FormattedProps & { language: "markdown" | "html" }) {
  const [shown, setShown] = useState<Shown & { text: string }>();
  useEffect(() => {
    let isWanted = true;
    import("./sanitize.ts").then(
      ({ renderMarkdown, sanitizeHtml }) =>
        isWanted && setShown({ text, html: language === "html" ? sanitizeHtml(text) : renderMarkdown(text) }),
      () => isWanted && setShown({ text, failed: true }),
    );
    return () => void (isWanted = false);
  }, [text, language]);

  if (text.trim() === "") return null;
  if (shown?.text !== text) return <TextSkeleton label="text" lines={Math.min(6, text.split("\n").length)} />;
  // Shows the raw text if the formatter cannot be loaded.
  if ("failed" in shown) return <p className={`whitespace-pre-wrap ${className}`}>{text}</p>;
  // oxlint-disable-next-line react/no-danger -- sanitize.ts has removed everything unsafe
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: shown.html }} />;
}
