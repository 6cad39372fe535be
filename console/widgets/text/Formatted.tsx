import { useEffect, useState } from "react";
import { TextSkeleton } from "../skeleton/Skeletons.tsx";

interface FormattedProps {
  text: string;
  className?: string;
}

/** Markdown that somebody wrote, made harmless before it is shown. */
export const Markdown = (props: FormattedProps) => <Formatted {...props} language="markdown" />;

/** HTML that somebody or something wrote, made harmless before it is shown. */
export const Html = (props: FormattedProps) => <Formatted {...props} language="html" />;

type Shown = { html: string } | { failed: true };

function Formatted({ text, language, className = "" }: FormattedProps & { language: "markdown" | "html" }) {
  const [shown, setShown] = useState<Shown & { of: string }>();
  useEffect(() => {
    let isWanted = true;
    import("./sanitize.ts").then(
      ({ renderMarkdown, sanitizeHtml }) =>
        isWanted && setShown({ of: text, html: language === "html" ? sanitizeHtml(text) : renderMarkdown(text) }),
      () => isWanted && setShown({ of: text, failed: true }),
    );
    return () => void (isWanted = false);
  }, [text, language]);

  if (text.trim() === "") return null;
  if (shown?.of !== text) return <TextSkeleton label="text" lines={Math.min(6, text.split("\n").length)} />;
  // Without the code that formats it, it is still a text.
  if ("failed" in shown) return <p className={`whitespace-pre-wrap ${className}`}>{text}</p>;
  // oxlint-disable-next-line react/no-danger -- sanitize.ts has taken out everything that is not text
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: shown.html }} />;
}
