// Sends a message through a channel: a connection, or the plain URL of a service.
import type { z } from "zod";
import { channelTools, DeliveryFailure, type Message, type ServiceAddress } from "#areas/notifications/server/index.ts";
import { newId } from "#lib/uuid/new-id.ts";
import { connection, filled, labels, list, part, text } from "#server/spec/parts.ts";
import { ActionInvalid, defineAction, type ActionContext } from "../action-kind.ts";
import { attachmentsOf } from "./notification/attachments.ts";

const spec = part({
  connection: connection.optional(),
  url: text.optional().meta({ label: "URL", placeholder: "slack://TOKEN@CHANNEL", secret: true }),
  title: text.optional().meta({ label: "Title" }),
  message: filled.meta({ label: "Message", field: "long-text" }),
  properties: labels.optional().meta({ label: "Properties", field: "key-values" }),
  attachments: list(
    part({
      filename: text.optional().meta({ label: "File name" }),
      content: filled.meta({ label: "Content", description: "Base64, or artifact://<action>/<pattern>." }),
      contentType: text.optional().meta({ label: "Content type" }),
    }),
  )
    .optional()
    .meta({ label: "Attachments", description: "For mail." }),
}).superRefine(({ connection: by, url }, context) => {
  if (!by && !url)
    context.addIssue({ code: "custom", path: ["connection"], message: "is required unless a URL is set" });
  if (by && url)
    context.addIssue({
      code: "custom",
      path: ["url"],
      message: "has the same meaning as the connection: set only one of them",
    });
});
type Spec = z.output<typeof spec>;

export const notification = defineAction({
  type: "notification",
  title: "Notification",
  icon: "bell",
  spec,

  async plan(block, context) {
    const { type } = await addressOf(block, context);
    const { title = "", message, attachments = [] } = block;
    const to = block.connection ?? "a URL of the playbook";
    const clean = (written: string) => context.scrubber.text(written);
    return {
      summary: `Send a message to ${to} (${type})`,
      parts: [
        {
          title: "Message",
          contentType: "text/markdown",
          text: clean([title, message].filter(Boolean).join("\n\n")),
          isBinding: true,
        },
        ...(attachments.length > 0
          ? [
              {
                title: "Attachments",
                contentType: "text/plain" as const,
                text: attachments.map(({ filename, content }) => filename ?? content.slice(0, 200)).join("\n"),
                isBinding: true,
              },
            ]
          : []),
      ],
    };
  },

  async run(block, run) {
    const { type, address } = await addressOf(block, run);
    const { title = "", message: body, attachments } = block;
    if (attachments && attachments.length > 0 && type !== "email")
      throw new ActionInvalid(`Attachments can be sent by mail only, but ${type} is not a mail service.`);
    const message = messageOf(run, { title, body });
    const files = attachments && (await attachmentsOf(attachments, run));
    const requests: string[] = [];
    try {
      await channelTools.deliver(type, address, files ? { ...message, attachments: files } : message, {
        outbound: run.outbound,
        scrubber: run.scrubber,
        signal: run.signal,
        record: ({ request, status }) => requests.push(`${request.split("\n")[0]}${status ? ` → ${status}` : ""}\n`),
      });
    } catch (error) {
      run.signal.throwIfAborted();
      if (error instanceof DeliveryFailure && error.isFinal) throw new ActionInvalid(error.message);
      throw error;
    } finally {
      await run.output(requests.join(""));
    }
    return { result: { title, message: body, ...(type === "slack" && { slack: body }) } };
  },
});

async function addressOf(block: Spec, context: ActionContext): Promise<ServiceAddress> {
  const { type, address } = await openedAddress(block, context);
  context.scrubber.know(address.password, address.certificate);
  return { type, address: channelTools.withProperties(type, address, block.properties ?? {}) };
}

async function openedAddress({ connection: by, url }: Spec, context: ActionContext): Promise<ServiceAddress> {
  if (!by) {
    context.scrubber.know(url);
    return channelTools.addressOfUrl(url!);
  }
  const opened = await context.connection({ connection: by });
  const address = opened.id === null ? channelTools.addressOfUrl(by) : channelTools.addressOfConnection(opened);
  if (!address) throw new ActionInvalid(`Messages cannot be sent to connections of type ${opened.type}.`);
  return address;
}

function messageOf({ run, name, system }: ActionContext, { title, body }: { title: string; body: string }): Message {
  const permalink = `${system.env.publicUrl}/playbooks/runs/${run.id}`;
  return {
    id: run.actionId ?? newId(),
    purpose: "problem",
    isNews: true,
    event: "playbook.message",
    at: new Date().toISOString(),
    subject: `playbook/${run.id}/${name}`,
    permalink,
    text: {
      title: title || name,
      body,
      summary: "",
      attributes: [],
      recentChanges: [],
      resources: [],
      actions: [{ label: "Open the run", url: permalink }],
    },
  };
}
