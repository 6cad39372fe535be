import { useCall } from "#console/client/call.ts";
import { Notice } from "#console/shell/Notice.tsx";
import { Page } from "#console/shell/Page.tsx";
import { text, urlState, useUrl } from "#console/url/url-state.ts";
import { AddressLink } from "#console/widgets/AddressLink.tsx";
import { Icon, type IconName } from "#console/widgets/Icon.tsx";
import { FormSkeleton } from "#console/widgets/skeleton/Skeletons.tsx";
import { countOf } from "#lib/text/words.ts";
import { proposals, type TopologyProposal } from "../../building.contract.ts";
import { BuildProposal } from "./BuildProposal.tsx";
import { topologies } from "./topologies.ts";

const buildUrl = urlState({ proposal: text() });

/** Proposes topologies from scraped items, previews them, and creates the chosen topology. */
export function BuildPage() {
  const found = useCall(proposals, {});
  const [{ proposal }, change] = useUrl(buildUrl);
  const all = found.data?.proposals;
  const chosen = all?.find((one) => keyOf(one) === proposal);
  return (
    <Page title="Build a topology" parents={[{ title: topologies.title, href: topologies.path }]} refresh={found}>
      {!all ? (
        <div className="mx-auto max-w-4xl p-6">
          <FormSkeleton label="the proposals" />
        </div>
      ) : all.length === 0 ? (
        <Notice
          title="There is nothing to build from"
          action={
            <AddressLink href="/catalog/scrapers/new" className="text-link hover:underline">
              Add a catalog scraper
            </AddressLink>
          }
        >
          A topology is built from the items of the catalog, and the catalog is empty. Scrapers find its items.
        </Notice>
      ) : (
        <div className="mx-auto flex max-w-6xl flex-col gap-6 p-4 shell:p-6 min-[64rem]:flex-row min-[64rem]:items-start">
          <Choice all={all} chosen={chosen} choose={(one) => void change({ proposal: keyOf(one) })} />
          <div className="min-w-0 flex-1">
            {chosen ? (
              <BuildProposal key={keyOf(chosen)} proposal={chosen} />
            ) : (
              <p className="py-6 text-muted">Choose a proposal to see its tree before anything is saved.</p>
            )}
          </div>
        </div>
      )}
    </Page>
  );
}

const keyOf = ({ kind, name }: TopologyProposal) => `${kind}:${name}`;

const icons: Readonly<Record<TopologyProposal["kind"], IconName>> = {
  kubernetes: "network",
  cloud: "server",
  tag: "boxes",
  type: "box",
};

interface ChoiceProps {
  all: readonly TopologyProposal[];
  chosen: TopologyProposal | undefined;
  choose: (proposal: TopologyProposal) => void;
}

const Choice = ({ all, chosen, choose }: ChoiceProps) => (
  <fieldset className="min-w-0 shrink-0 min-[64rem]:w-80">
    <legend className="mb-2 font-medium">Proposals</legend>
    <div className="flex flex-col rounded-md border border-line bg-surface">
      {all.map((proposal) => (
        <label
          key={keyOf(proposal)}
          className="flex min-h-touch cursor-pointer items-start gap-2 border-b border-line px-3 py-2 last:border-b-0 hover:bg-hover has-checked:bg-press has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="proposal"
            className="sr-only"
            checked={proposal === chosen}
            onChange={() => choose(proposal)}
          />
          <Icon name={icons[proposal.kind]} className="mt-0.5 text-muted" />
          <span className="min-w-0">
            <span className="block wrap-anywhere">{proposal.title}</span>
            <span className="block text-meta text-muted tabular-nums">{countOf(proposal.items, "item", "items")}</span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);
