import { type ReactNode, useState } from "react";
import { Button } from "#console/widgets/Button.tsx";
import { Dialog } from "#console/widgets/dialog/Dialog.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { PersonName } from "#console/widgets/PersonName.tsx";
import { RevokeToken } from "./RevokeToken.tsx";
import { ExactExpiry, ReadOnlyMark } from "./token-columns.tsx";
import type { Token } from "./tokens-query.ts";

interface TokenDetailsProps {
  /** The id of the open token; empty if none is open. */
  id: string;
  token: Token | undefined;
  /** Whether the tokens are loaded. A token that is missing from the loaded tokens was deleted. */
  isKnown: boolean;
  close: () => void;
}

/** Shows one token, with a button to delete it. */
export function TokenDetails({ id, token, isKnown, close }: TokenDetailsProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Dialog
        isOpen={id !== ""}
        onClose={close}
        size="small"
        title="Token Details"
        actions={
          <>
            {token && (
              <Button look="danger" icon="trash-2" onClick={() => setAsking(true)} className="mr-auto">
                Delete
              </Button>
            )}
            <Button onClick={close}>Close</Button>
          </>
        }
      >
        {token ? (
          <Facts token={token} />
        ) : isKnown ? (
          <p>This token no longer exists, or it belongs to someone else.</p>
        ) : (
          <TextSkeleton label="The token" lines={5} />
        )}
      </Dialog>
      <RevokeToken token={isAsking ? token : undefined} close={() => setAsking(false)} done={close} />
    </>
  );
}

const Facts = ({ token }: { token: Token }) => (
  <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1">
    <Fact name="Name">
      <span className="min-w-0 wrap-anywhere">{token.name}</span>
    </Fact>
    <Fact name="Created By">
      <PersonName person={token.person} />
    </Fact>
    <Fact name="Created At">
      <Age since={token.created_at} />
    </Fact>
    <Fact name="Expires At">
      <ExactExpiry token={token} />
    </Fact>
    <Fact name="Last Used">{token.last_used_at === null ? "Never" : <Age since={token.last_used_at} />}</Fact>
    <Fact name="Rights">{token.read_only ? <ReadOnlyMark /> : "As its owner"}</Fact>
  </dl>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="py-1 text-muted">{name}</dt>
    <dd className="flex min-w-0 gap-2 py-1">{children}</dd>
  </div>
);
