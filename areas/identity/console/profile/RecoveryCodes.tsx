import { useEffect, useRef } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { downloadFile } from "#console/widgets/copy-or-save.ts";
import { CopyButton } from "#console/widgets/CopyButton.tsx";
import type { UiText } from "../../model.ts";
import { type InputNode, labelOf } from "../flow-nodes.ts";
import type { NewCodes } from "./factors.ts";

/** Kratos' message ids for the list of recovery codes and for a used code. */
const RECOVERY_CODES = 1050015;
const USED_CODE = 1050014;

const FILE_NAME = "quarterdeck-recovery-codes.txt";

/** Returns the codes of a text node; undefined for other text nodes. */
export function codesOf({ id, context }: UiText): readonly UiText[] | undefined {
  const secrets = id === RECOVERY_CODES ? context?.["secrets"] : undefined;
  return Array.isArray(secrets) ? (secrets as UiText[]) : undefined;
}

const GROUP = 4;

/** Groups of four are easier to write down. The hyphen is not part of the text, so copied codes do not contain it. */
const InGroups = ({ code }: { code: string }) => (
  <span>
    {code.slice(0, GROUP)}
    <span className="before:mx-0.5 before:text-faint before:content-['-']">{code.slice(GROUP)}</span>
  </span>
);

const firstWords = "Without recovery codes, you cannot sign in if you lose your second factor.";
const replacingWords = "When you confirm the new codes, they replace your old codes, which then stop working.";

interface RecoveryCodesProps {
  codes: readonly UiText[];
  /** Undefined if the codes are already valid. */
  newCodes: NewCodes | undefined;
}

/** Shows recovery codes, which can be copied or downloaded. Used codes are only counted. */
export function RecoveryCodes({ codes, newCodes }: RecoveryCodesProps) {
  const list = useRef<HTMLOListElement>(null);
  // The clicked button may be at the edge of the screen, so the codes are scrolled into view. Without the braces the
  // effect would return the promise of scrollIntoView, which React would call as a function.
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
      {newCodes && (
        <p className="mb-3 text-muted">
          Use a password manager, or print them. {newCodes === "replacing" ? replacingWords : firstWords}
        </p>
      )}
      <ol
        ref={list}
        className="list-decimal columns-2 gap-x-6 rounded-md border border-line bg-sunken px-4 py-3 font-mono text-[1rem] leading-6 tabular-nums marker:text-faint"
      >
        {codes.map((code, index) => (
          <li key={index} className={`mb-1.5 ml-8 break-inside-avoid ${code.id === USED_CODE ? "text-faint" : ""}`}>
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
    </>
  );
}

interface ConfirmCodesProps {
  node: InputNode;
  isBusy: boolean;
  isPressed: boolean;
}

/** Confirms new codes, or discards them. */
export const ConfirmCodes = ({ node, isBusy, isPressed }: ConfirmCodesProps) => (
  <div data-button="primary" className="flex flex-wrap items-center justify-end gap-2">
    {/* Reopening the page starts a new flow, which discards the new codes. */}
    <a
      href="/profile-settings"
      className="inline-flex h-[max(2.25rem,var(--touch))] items-center rounded-md border border-line px-3 font-medium hover:bg-hover"
    >
      Cancel
    </a>
    <Button
      type="submit"
      look="primary"
      size="large"
      name={node.attributes.name}
      value={String(node.attributes.value ?? "")}
      disabled={isBusy && !isPressed}
      isBusy={isBusy && isPressed}
    >
      {labelOf(node)}
    </Button>
  </div>
);
