import { Button } from "#console/widgets/Button.tsx";
import { ConnectionField } from "#console/widgets/form/fields/ConnectionField.tsx";
import { KeyValuesField } from "#console/widgets/form/fields/KeyValuesField.tsx";
import { TextField } from "#console/widgets/form/fields/TextField.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { messageConnectionTypes } from "../parts/channels.ts";
import type { ChannelDraft, FormPart } from "./preferences-draft.ts";

const newChannel: ChannelDraft = { name: undefined, connection: undefined, url: undefined, properties: undefined };
const MAX_CHANNELS = 10;

/** The channels of the person. Without a channel, messages are sent to the email address. */
export function ChannelList({ draft, change, problems, email }: FormPart & { email: string | null }) {
  const { channels } = draft;
  const set = (index: number, part: Partial<ChannelDraft>) =>
    change({ channels: channels.map((channel, at) => (at === index ? { ...channel, ...part } : channel)) });
  return (
    <section aria-labelledby="channels" className="flex flex-col gap-3">
      <div>
        <h2 id="channels" className="text-title font-semibold">
          Channels
        </h2>
        <p className="text-muted">Messages to you are sent here. Messages to a team go to the channels of the team.</p>
      </div>
      {channels.length === 0 && (
        <p className="flex items-center gap-2 rounded-md border border-line bg-surface px-3 py-2">
          <Icon name="mail" className="text-muted" />
          {email === null
            ? "You have no email address, so messages to you cannot be delivered."
            : `By email to ${email}`}
        </p>
      )}
      {channels.map((channel, index) => (
        <fieldset key={index} className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface p-3">
          <legend className="sr-only">Channel {index + 1}</legend>
          <div className="flex items-center justify-between gap-2">
            <span aria-hidden className="font-medium">
              {channel.name ?? `Channel ${index + 1}`}
            </span>
            <IconButton
              icon="trash-2"
              label={`Remove channel ${index + 1}`}
              onClick={() => change({ channels: channels.filter((_, at) => at !== index) })}
            />
          </div>
          <div className="grid min-w-0 gap-3 shell:grid-cols-2">
            <ConnectionField
              label="Connection"
              types={messageConnectionTypes}
              value={channel.connection}
              onChange={(connection) => set(index, { connection, ...(connection !== undefined && { url: undefined }) })}
              error={problems.channels?.[index]}
            />
            {channel.connection === undefined && (
              <TextField
                label="Or address"
                isCode
                value={channel.url}
                onChange={(url) => set(index, { url })}
                placeholder="ntfy://ntfy.example.org/me"
              />
            )}
            <TextField
              label="Name"
              value={channel.name}
              onChange={(name) => set(index, { name })}
              placeholder="My phone"
            />
          </div>
          {channel.connection !== undefined && (
            <KeyValuesField
              label="Properties"
              value={channel.properties}
              onChange={(properties) => set(index, { properties })}
              help="Override the properties of the connection, such as `channel`."
            />
          )}
        </fieldset>
      ))}
      {channels.length < MAX_CHANNELS && (
        <div>
          <Button icon="plus" onClick={() => change({ channels: [...channels, newChannel] })}>
            Add channel
          </Button>
        </div>
      )}
    </section>
  );
}
