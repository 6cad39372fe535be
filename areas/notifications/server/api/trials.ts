// Tries rules without sending: the preview of a rule, and the rules that apply to a resource.
import { problem } from "#language/problem.ts";
import { print } from "#lib/expression/values.ts";
import type { System } from "#server/area.ts";
import type { Event } from "#server/events.ts";
import { selectsEvent } from "#server/event-names.ts";
import type { NotifyingRule, PreviewedRule, RulePreview } from "../../rules.contract.ts";
import { textOf } from "../delivery/build.ts";
import { recentChanges } from "../delivery/changes.ts";
import { defaultText } from "../delivery/default-text.ts";
import { permalinkOf, silenceUrlOf } from "../delivery/links.ts";
import { subjectOf, type Subject } from "../pipeline/environment.ts";
import { FilterFault, filterValue, matches } from "../pipeline/filters.ts";
import type { ChannelTools } from "../channels/channel-tools.ts";
import { loadResources, type ResourceKind } from "../pipeline/resources.ts";
import { loadDirectory, loadRuleBook, type Rule, type RuleBook } from "../rules/rule-book.ts";
import { recipientsOf, type Recipient } from "../rules/recipients.ts";

interface Resource {
  kind: ResourceKind;
  id: string;
}

/** Variables that only an event has. */
const ofEvents = /\b(?:event|source_event|event_time|new_state|change|check_status|recent_events)\b/;

export function createTrials(system: System, channels: ChannelTools) {
  const db = system.db.system;
  let book: RuleBook | undefined;

  /** Combines the resource with the first of these events that its kind can have, preferably a problem. */
  async function subjectFor(
    { kind, id }: Resource,
    events: readonly string[],
    known = new Map<string, Subject>(),
  ): Promise<Subject | undefined> {
    const names = system.eventNames.all.map(({ name }) => name).filter((name) => name.startsWith(`${kind}.`));
    const fitting = names.filter((name) => events.some((pattern) => selectsEvent(pattern, name)));
    const name = fitting.find((one) => system.eventNames.isProblem(one)) ?? fitting[0];
    if (name === undefined) return undefined;
    const found = known.get(name);
    if (found) return found;
    const event: Event = { name, id };
    const loaded = (await loadResources(db, [event], { withDocuments: true })).get(event);
    if (!loaded) throw problem.notFound(kind, id);
    const subject = subjectOf(event, loaded, {});
    known.set(name, subject);
    return subject;
  }

  async function named(recipients: readonly Recipient[], subject: Pick<Subject, "environment">) {
    const found: { name: string; channel: string }[] = [];
    for (const { name, channel, filter } of recipients)
      if (await matches(filter, subject).catch(() => true)) found.push({ name, channel: channel ?? "unknown" });
    return found;
  }

  return {
    async preview({
      rule,
      resource,
      event,
    }: {
      rule: PreviewedRule;
      resource: Resource;
      event?: string | undefined;
    }): Promise<RulePreview> {
      const subject = await subjectFor(resource, event === undefined ? rule.events : [event]);
      if (!subject) {
        const error = `None of the events is about a ${resource.kind}.`;
        return { matches: false, filter_value: null, title: "", body: "", recipients: [], error };
      }
      const place = { event: subject.event.name, id: subject.id };
      const { publicUrl } = system.env;
      const permalink = permalinkOf(publicUrl, place, "preview");
      const silenceUrl = silenceUrlOf(publicUrl, place);
      const changes = (await recentChanges(db, [subject])).get(subject.id) ?? [];
      const recipients = recipientsOf(
        {
          namespace: null,
          personId: rule.person_id ?? null,
          teamId: rule.team_id ?? null,
          playbookId: null,
          services: rule.custom_services ?? [],
        },
        await loadDirectory(db, system, channels, {
          people: rule.person_id ? [rule.person_id] : [],
          teams: rule.team_id ? [rule.team_id] : [],
        }),
      );
      const environment = {
        ...subject.environment,
        ...channels.helpers,
        permalink: permalink ?? "",
        silenceURL: silenceUrl ?? "",
        channel: recipients[0]?.channel ?? "",
        recent_events: changes,
      };
      const standard = defaultText(subject, { changes, others: [], permalink, silenceUrl });
      const text = await textOf(
        { title: rule.title || undefined, template: rule.template || undefined },
        () => environment,
        standard,
      );
      const fault = text.attributes.find(({ label }) => label.startsWith("Error of "));
      const common = {
        title: text.title,
        body:
          text.body ?? [text.summary, ...text.attributes.map(({ label, value }) => `${label}: ${value}`)].join("\n"),
        recipients: await named(recipients, { environment }),
        ...(fault && { error: fault.value }),
      };
      try {
        const value = rule.filter?.trim() ? await filterValue(rule.filter, environment) : true;
        return { ...common, matches: value === true, filter_value: printable(value) };
      } catch (error) {
        if (!(error instanceof FilterFault)) throw error;
        return { ...common, matches: false, filter_value: null, error: error.message };
      }
    },

    async rulesOf(resource: Resource): Promise<NotifyingRule[]> {
      book = await loadRuleBook(db, system, channels, book);
      const found: NotifyingRule[] = [];
      const known = new Map<string, Subject>();
      for (const rule of book.rules.values()) {
        const subject = await subjectFor(resource, rule.events, known);
        if (!subject) continue;
        const { id, name, events } = rule;
        const recipients = await named(rule.recipients, subject);
        found.push({ id, name, events: [...events], ...(await applies(rule, subject)), recipients });
      }
      return found;
    },
  };
}

/** CEL values that JSON cannot express, such as big integers, are printed as text. */
const printable = (value: unknown) =>
  value === null || ["boolean", "string", "number"].includes(typeof value) ? value : print(value);

async function applies(
  { filter, error }: Rule,
  subject: Subject,
): Promise<{ matches: boolean | null; reason?: string }> {
  if (error !== null) return { matches: null, reason: `The rule is paused: ${error}` };
  if (filter === undefined) return { matches: true };
  if (ofEvents.test(filter)) return { matches: null, reason: "The filter depends on the event." };
  try {
    return (await matches(filter, subject)) ? { matches: true } : { matches: false, reason: "The filter is false." };
  } catch (fault) {
    if (!(fault instanceof FilterFault)) throw fault;
    return { matches: null, reason: fault.message };
  }
}
