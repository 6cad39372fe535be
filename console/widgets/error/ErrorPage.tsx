import { useState } from "react";
import { useOutage } from "#console/client/reachability.ts";
import { Button } from "../Button.tsx";
import { CopyButton } from "../CopyButton.tsx";
import { Icon } from "../Icon.tsx";
import { InlineCode } from "../text/InlineCode.tsx";
import { StatusMark } from "../StatusMark.tsx";
import { Problem } from "#language/problem.ts";
import { useAutomaticRetry, isMissingCode } from "./use-automatic-retry.ts";

interface ErrorPageProps {
  error: unknown;
  retry: () => void;
  isRetrying?: boolean;
}

/**
 * Describes a failure. The request is retried automatically if that can help; the person can also retry at once or copy
 * the details.
 */
export function ErrorPage({ error, retry, isRetrying = false }: ErrorPageProps) {
  const { message, more, technical } = describe(error);
  // During an outage the notice above the page already shows the reason.
  const isOut = useOutage() !== undefined && error instanceof Problem && error.id === "unavailable";
  const isAutomatic = useAutomaticRetry(error, retry);
  const [tried, setTried] = useState({ error, at: timeNow() });
  if (tried.error !== error) setTried({ error, at: timeNow() });
  return (
    <section role="alert" className="w-full">
      <div className="flex items-start gap-3">
        {/* The icon is as wide as the logo above it, so that all text is aligned. */}
        <span className="flex h-[1.375rem] w-7 shrink-0 items-center justify-center">
          <StatusMark meaning="unhealthy" size={18} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-title font-semibold break-words">{isOut ? "This could not be loaded yet" : message}</h2>
          {(isOut ? [] : more).map((line) => (
            <p key={line} className="mt-1 break-words text-muted">
              <InlineCode text={line} />
            </p>
          ))}
          {isAutomatic && <p className="mt-1 text-muted">Retrying automatically. Last try at {tried.at}.</p>}
          <div className="mt-4 flex flex-wrap gap-2">
            <CopyButton label="Copy details" text={() => [message, ...more, technical].filter(Boolean).join("\n")} />
            <Button look="primary" icon="refresh-cw" isBusy={isRetrying} onClick={retry}>
              Try again
            </Button>
          </div>
          {technical && (
            <details open={!(error instanceof Problem) && !isMissingCode(error)} className="mt-4">
              <summary className="inline-flex list-none items-center gap-1 text-muted hover:text-text">
                <Icon name="chevron-right" size={14} className="transition-transform in-open:rotate-90" />
                Technical details
              </summary>
              <pre
                // Long lines scroll, so the element must be focusable for keyboard users.
                tabIndex={0}
                className="mt-2 max-h-80 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-meta"
              >
                {technical}
              </pre>
            </details>
          )}
        </div>
      </div>
    </section>
  );
}

/** Does not use the person's date format, because the sign-in screens also show this page. */
const timeNow = () => new Date().toLocaleTimeString("en-GB");

function describe(error: unknown) {
  const { message, more } = wordsFor(error);
  const technical = [
    error instanceof Problem && error.requestId ? `Request ${error.requestId}` : undefined,
    error instanceof Error ? error.stack : JSON.stringify(error),
  ];
  return { message, more, technical: technical.filter(Boolean).join("\n") };
}

function wordsFor(error: unknown): { message: string; more: readonly string[] } {
  if (isMissingCode(error)) {
    return {
      message: "A part of the console could not be loaded.",
      more: ["The connection was interrupted, or the server has a newer version now. Trying again reloads the page."],
    };
  }
  const message = (error instanceof Error && error.message) || "Something went wrong";
  const more = error instanceof Problem ? [error.details, error.hint].filter((line) => line !== undefined) : [];
  return { message, more };
}
