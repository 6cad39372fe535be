import { useEffect, useRef } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { downloadFile } from "#console/widgets/copy-or-save.ts";
import { CopyButton } from "#console/widgets/CopyButton.tsx";
import type { UiText } from "../../model.ts";
import type { NewCodes } from "./factors.ts";

/** Kratos' message ids of the list of recovery codes and of a used code. */
const RECOVERY_CODES = 1050015;
const USED_CODE = 1050014;

const FILE_NAME = "quarterdeck-recovery-codes.txt";

/** Returns the codes of a text node; undefined for other text nodes. */
export function codesOf({ id, context }: UiText): readonly UiText[] | undefined {
  const secrets = id === RECOVERY_CODES ? context?.["secrets"] : undefined;
  return Array.isArray(secrets) ? (secrets as UiText[]) : undefined;
}

const GROUP = 4;

/** Groups of four are easier to write down. The gap is a margin, so that a copied code has no space in it. */
const InGroups = ({ code }: { code: string }) => (
  <span>
    {code.slice(0, GROUP)}
    <span className="ml-1.5">{code.slice(GROUP)}</span>
  </span>
);

interface RecoveryCodesProps {
  codes: readonly UiText[];
  /** Undefined if the codes are already valid. */
  newCodes: NewCodes | undefined;
}

/** Shows recovery codes, which can be copied or downloaded. Used codes are only counted. */
export function RecoveryCodes({ codes, newCodes }: RecoveryCodesProps) {
  const list = useRef<HTMLOListElement>(null);
  // The button that was pressed may have been at the edge of the screen.
  // Without the braces the effect would return the promise of scrollIntoView, which React calls as a function.
  useEffect(() => {
    list.current?.closest("section")?.scrollIntoView?.({ block: "nearest" });
  }, []);
  const unused = codes.filter(({ id }) => id !== USED_CODE).map(({ text }) => text);
  const print = () => unused.join("\n");
  const download = () =>
    downloadFile(
      FILE_NAME,
      `Recovery codes for Quarterdeck at ${location.origin}\nEach code works once.\n\n${print()}\n`,
    );
  return (
    <>
      <ol
        ref={list}
        className="grid list-decimal grid-cols-2 gap-x-6 gap-y-1.5 rounded-md border border-line bg-sunken px-4 py-3 font-mono text-[1rem] leading-6 tabular-nums marker:text-faint"
      >
        {codes.map((code, index) => (
          <li key={index} className={`ml-8 ${code.id === USED_CODE ? "text-faint" : ""}`}>
            {code.id === USED_CODE ? "Used" : <InGroups code={code.text} />}
          </li>
        ))}
      </ol>
      {unused.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          <CopyButton text={print} label="Copy codes" />
          <Button icon="download" onClick={download}>
            Download codes
          </Button>
        </div>
      )}
      {newCodes && (
        <p className="mt-3 text-muted">
          {newCodes === "replacing" && "When you confirm, these codes replace your old ones, which stop working. "}
          {/* Opening the page again starts a new flow, which discards the new codes. */}
          <a href="/profile-settings" className="touch-area font-medium text-link hover:underline">
            {newCodes === "replacing" ? "Cancel and keep the old codes" : "Cancel"}
          </a>
        </p>
      )}
    </>
  );
}
