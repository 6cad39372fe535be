import { useCall } from "#console/client/call.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { ErrorPage } from "#console/widgets/error/ErrorPage.tsx";
import { TextSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import { useActor } from "#console/access/access.ts";
import { resourceMessagesPath, silencePath } from "../../model.ts";
import { channelAfter } from "../parts/channels.ts";
import { type NotifyingRule, whoIsNotified } from "../../rules.contract.ts";

interface WhoIsNotifiedProps {
  kind: "check" | "config" | "component";
  id: string;
}

const RELATIONS = { relations: ["notifications", "teams"] };

/** The rules that apply to a resource, with their recipients. */
export function WhoIsNotified({ kind, id }: WhoIsNotifiedProps) {
  const mayWrite = useActor().can("write", "notifications");
  const found = useCall(whoIsNotified, { params: { kind, id } }, RELATIONS);
  const rules = found.data?.rules;
  return (
    <section aria-label="Who is notified?" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-medium">Who is notified?</h2>
        <span className="flex flex-wrap gap-x-4">
          <AddressLink href={resourceMessagesPath(id)} className="text-link hover:underline">
            Messages
          </AddressLink>
          {mayWrite && (
            <AddressLink href={silencePath(kind, id)} className="text-link hover:underline">
              Silence
            </AddressLink>
          )}
        </span>
      </div>
      {rules ? (
        <Rules rules={rules} />
      ) : found.isError ? (
        <ErrorPage error={found.error} retry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : (
        <TextSkeleton label="the rules" lines={3} />
      )}
    </section>
  );
}

function Rules({ rules }: { rules: readonly NotifyingRule[] }) {
  const sorted = rules.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, "en"));
  const isNobody = !rules.some(({ matches }) => matches !== false);
  return (
    <>
      {isNobody && (
        <p className="flex items-start gap-2">
          <span className="flex h-5 items-center">
            <StatusMark meaning="warning" />
          </span>
          <span>
            Nobody is notified about this resource.{" "}
            <AddressLink href="/notifications/rules" className="text-link underline">
              See the rules
            </AddressLink>
          </span>
        </p>
      )}
      {sorted.length > 0 && (
        <ul className="flex flex-col rounded-md border border-line bg-surface">
          {sorted.map((rule) => (
            <li key={rule.id} className="border-b border-line px-3 py-2 last:border-b-0">
              <Rule rule={rule} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const rank = ({ matches }: NotifyingRule) => (matches === true ? 0 : matches === null ? 1 : 2);

const looks = (matches: boolean | null): { meaning: Meaning; words: string } =>
  matches === true
    ? { meaning: "healthy", words: "Applies" }
    : matches === null
      ? { meaning: "warning", words: "May apply" }
      : { meaning: "unknown", words: "Does not apply" };

function Rule({ rule }: { rule: NotifyingRule }) {
  const { meaning, words } = looks(rule.matches);
  return (
    <div className="flex min-w-0 gap-2">
      <span className="flex h-5 items-center">
        <StatusMark meaning={meaning} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <AddressLink
            href={`/notifications/rules?id=${rule.id}`}
            className="min-w-0 text-link wrap-anywhere hover:underline"
          >
            {rule.name}
          </AddressLink>
          <span className="text-meta text-muted">{words}</span>
        </p>
        {rule.matches !== false && (
          <ul className="flex flex-wrap gap-x-3">
            {rule.recipients.map((recipient, index) => (
              <li key={index} className="flex min-w-0 items-center gap-1">
                <TechnologyIcon name={recipient.channel} secondary="notification" className="text-muted" />
                <span className="wrap-anywhere">{recipient.name}</span>
                <span className="text-meta text-muted">{channelAfter(recipient)}</span>
              </li>
            ))}
          </ul>
        )}
        <p className="text-meta text-muted wrap-anywhere">{rule.reason ?? rule.events.join(", ")}</p>
      </div>
    </div>
  );
}
