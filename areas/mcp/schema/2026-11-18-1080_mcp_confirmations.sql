-- The codes that confirmed the plans of MCP tools. A code confirms one plan once.

create table mcp_confirmations (
  code    text primary key,
  used_at timestamptz not null default now()
);
create index mcp_confirmations_used on mcp_confirmations (used_at);

comment on table mcp_confirmations is 'The codes of confirmed MCP plans, until they expire.';
