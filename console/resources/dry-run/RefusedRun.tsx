import { messageOf } from "#console/client/failure.ts";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Problem } from "#language/problem.ts";
import { placesOf } from "../problem-places.ts";

/** Explains why a draft could not be run: lists the invalid fields of its spec, or else the server's reason. */
export function RefusedRun({ title, error }: { title: string; error: unknown }) {
  const more = error instanceof Problem ? [error.details, error.hint].filter(Boolean).join(" ") : "";
  const { spec } = placesOf(error);
  return (
    <div className="flex items-start gap-2">
      <span className="flex h-5 items-center">
        <StatusMark meaning="warning" />
      </span>
      <div className="min-w-0 whitespace-pre-wrap wrap-anywhere">
        <p className="font-medium">{title}</p>
        {spec.length === 0 ? (
          <p>{[messageOf(error, "The server gave no reason."), more].filter(Boolean).join(" ")}</p>
        ) : (
          <>
            <p>Some fields of the spec are missing or invalid. They are also marked in the form:</p>
            <ul className="mt-1">
              {spec.map(({ path, message }) => (
                <li key={path.join(".")}>
                  <span className="font-mono text-meta">{path.join(".")}</span> {message}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
