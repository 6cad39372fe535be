import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { InlineCode } from "#console/widgets/text/InlineCode.tsx";
import type { testBackend } from "../../contract.ts";

type Answer = NonNullable<typeof testBackend.shape>["answer"];
export type TestedSystem = Answer["payload"][number];

interface TestResultProps {
  /** In the order of the spec. */
  systems: readonly TestedSystem[];
  /** Whether the spec was edited after the test. */
  isStale: boolean;
}

/** The result of a test: one line for each system of the backend. */
export const TestResult = ({ systems, isStale }: TestResultProps) => (
  <section aria-label="Test" className="rounded-md border border-line bg-surface px-3 py-2">
    <ul className="flex flex-col gap-2">
      {systems.map(({ title, reached, error, hint }, index) => (
        <li key={index} className="flex gap-2">
          <span className="flex h-5 items-center">
            <StatusMark meaning={error === undefined ? "healthy" : "unhealthy"} />
          </span>
          <div className="min-w-0">
            <p className="wrap-anywhere">
              <span className="mr-2 font-medium">{title}</span>
              {error === undefined ? reached : <span className="text-unhealthy-text">{error}</span>}
            </p>
            {hint !== undefined && (
              <p className="text-muted wrap-anywhere">
                <InlineCode text={hint} />
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
    {isStale && <p className="mt-2 text-muted">The spec was edited after this test.</p>}
  </section>
);
