import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Page } from "#console/shell/Page.tsx";
import { useUrl } from "#console/url/url-state.ts";
import { Button } from "#console/widgets/Button.tsx";
import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { Switch } from "#console/widgets/Switch.tsx";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { CreateToken, type NewToken } from "./CreateToken.tsx";
import { RevokeToken } from "./RevokeToken.tsx";
import { TokenCreated } from "./TokenCreated.tsx";
import { TokenDetails } from "./TokenDetails.tsx";
import { tokenColumns } from "./token-columns.tsx";
import { allTokens, hiddenAgents, type Token, tokenFilters, tokensUrl, wantedTokens } from "./tokens-query.ts";

/** Lists the access tokens that programs use: the user's own tokens or, for an administrator, all tokens. */
export function TokensPage() {
  const tokens = useQuery(allTokens);
  const filters = useFilters(tokenFilters);
  const [{ id, addToken, hideAgents }, change] = useUrl(tokensUrl);
  // The new token is not stored in the URL, because it is a secret.
  const [newToken, setNewToken] = useState<NewToken>();
  const search = filters.text("search");
  const all = tokens.data?.payload;
  const shown = useMemo(() => all && wantedTokens(all, { search, hideAgents }), [all, search, hideAgents]);
  const hidden = all ? hiddenAgents(all, { hideAgents }) : 0;
  const create = () => void change({ addToken: "true" });
  const [leaving, setLeaving] = useState<Token>();
  const columns = useMemo(() => tokenColumns(setLeaving), []);
  const view = useTableView({ sort: FIRST_TO_EXPIRE });
  const rows = useMemo(() => ({ ...tokens, data: shown }), [tokens, shown]);
  return (
    <Page
      title="Tokens"
      refresh={tokens}
      actions={
        <Button look="primary" icon="plus" onClick={create}>
          <span>
            Create<span className="max-shell:sr-only"> Token</span>
          </span>
        </Button>
      }
    >
      <div className="h-full p-4 pb-0">
        <DataTable
          id="tokens"
          caption="Access tokens"
          columns={columns}
          rows={rows}
          keyOf={keyOfToken}
          view={view}
          filters={filters}
          toolbar={
            <FilterBar
              filters={filters}
              // Without tokens there is nothing to hide.
              choices={
                all?.length !== 0 && (
                  <span title="Tokens that agents use, whose names begin with agent-" className="shell:w-max">
                    <Switch
                      isOn={hideAgents}
                      onChange={(isOn) => void change({ hideAgents: isOn })}
                      label={<span className="whitespace-nowrap text-muted">Hide Agents</span>}
                    />
                  </span>
                )
              }
            />
          }
          open={(token) => void change({ id: token.id })}
          empty="No tokens"
          emptyDetail={
            <>
              <p>Programs and scripts sign in with a token instead of your password.</p>
              {hidden > 0 && (
                <p>
                  {hidden === 1 ? "1 agent token is hidden." : `${hidden} agent tokens are hidden.`}{" "}
                  <button
                    type="button"
                    className="font-medium text-link hover:underline"
                    onClick={() => void change({ hideAgents: false })}
                  >
                    Show agents
                  </button>
                </p>
              )}
            </>
          }
          emptyIcon="key-round"
          emptyAction={
            <Button icon="plus" onClick={create}>
              Create the first token
            </Button>
          }
        />
      </div>
      <CreateToken
        isOpen={addToken === "true"}
        close={() => void change({ addToken: undefined })}
        onMade={(token) => {
          setNewToken(token);
          void change({ addToken: undefined });
        }}
      />
      {newToken && <TokenCreated newToken={newToken} close={() => setNewToken(undefined)} />}
      <RevokeToken token={leaving} close={() => setLeaving(undefined)} />
      <TokenDetails
        id={id}
        token={all?.find((token) => token.id === id)}
        isKnown={all !== undefined}
        close={() => void change({ id: undefined })}
      />
    </Page>
  );
}

const FIRST_TO_EXPIRE = { id: "expires_at", desc: false };
const keyOfToken = ({ id }: Token) => id;
