import { useMemo } from "react";
import { CodeBlock } from "#console/widgets/code/CodeBlock.tsx";
import { DataViewer } from "#console/widgets/code/DataViewer.tsx";
import { Html, Markdown } from "#console/widgets/text/Formatted.tsx";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import type { MessageDetail } from "../../contract.ts";
import { statusLabel } from "../parts/MessageStatus.tsx";
import { bodyOf } from "./message-body.ts";
import { Part } from "./Part.tsx";

/** The content of a message, its error, and the related messages. */
export function MessageContent({ message }: { message: MessageDetail }) {
  const { body, error, parent, children } = message;
  const shown = useMemo(() => (body === null ? undefined : bodyOf(body)), [body]);
  const fault = useMemo(() => (error === null ? undefined : documentOf(error)), [error]);
  return (
    <>
      {error !== null && (
        <Part title="Error">
          {fault === undefined ? (
            <CodeBlock code={error} title="Error text" isBare />
          ) : (
            <DataViewer title="Error details" value={fault} className="max-h-[40dvh]" />
          )}
        </Part>
      )}
      {shown && (
        <Part title="Body">
          <div className="min-w-0 rounded-md border border-line bg-surface p-3 wrap-anywhere">
            {shown.language === "html" ? <Html text={shown.text} /> : <Markdown text={shown.text} />}
          </div>
        </Part>
      )}
      {(parent || children.length > 0) && (
        <Part title="Related messages">
          <ul className="flex flex-col gap-1">
            {parent && (
              <Related
                id={parent.id}
                status={parent.status}
                text={`Belongs to the message about ${parent.resource_name ?? "a resource"}`}
              />
            )}
            {children.map(({ id, status, purpose, recipient }) => (
              <Related
                key={id}
                id={id}
                status={status}
                text={`${purposeWords[purpose] ?? "Message"}${recipient === null ? "" : ` to ${recipient}`}`}
              />
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

const purposeWords: Readonly<Record<string, string>> = {
  fallback: "Fallback",
  resolved: "Resolved message",
  digest: "Digest",
};

const Related = ({ id, status, text }: { id: string; status: string | null; text: string }) => (
  <li>
    <AddressLink href={`/notifications?id=${id}`} className="text-link hover:underline">
      {text}
    </AddressLink>{" "}
    <span className="text-muted">{statusLabel(status)}</span>
  </li>
);

/** Services often respond with JSON. */
function documentOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
