import { z } from "zod";

/** What PostgreSQL takes for text. */
const isText = (value: string) => !value.includes("\0") && value.isWellFormed();
const text = z.string().max(2_000).refine(isText, "is no text: it has a zero byte or half a character in it");
const texts = z.array(text).max(100);

/** All fields must be met; see language/resource-selector.ts. */
const selector = z.strictObject({
  id: text.optional(),
  name: text.optional(),
  namespace: text.optional(),
  agent: text.optional(),
  scope: text.optional(),
  types: texts.optional(),
  statuses: texts.optional(),
  health: text.optional(),
  labelSelector: text.optional(),
  tagSelector: text.optional(),
  fieldSelector: text.optional(),
  search: text.optional(),
  includeDeleted: z.boolean().optional(),
  limit: z.int().min(0).max(1_000).optional(),
  /** Existing clients say how fresh an answer must be; ours always is. */
  cache: text.optional(),
});

const selectors = z.array(selector).max(20).optional();

const found = z.object({
  id: z.string(),
  /** The agent that brought it; all zeros for this system itself. */
  agent: z.string(),
  name: z.string(),
  namespace: z.string(),
  type: z.string(),
  icon: z.string().optional(),
  health: z.string().optional(),
  status: z.string().optional(),
  /** Of a config its tags, of anything else its labels. */
  tags: z.record(z.string(), z.string()).optional(),
  labels: z.record(z.string(), z.string()).optional(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
  deleted_at: z.string().optional(),
});

const hits = z.array(found).optional();

export const searchResources = {
  body: z.strictObject({
    /** Of each kind. */
    limit: z.int().min(1).max(1_000).default(100),
    /** Whether the answer says when things came, changed and went. */
    timestamps: z.boolean().default(false),
    /**
     * For somebody who types: a word is found anywhere in a name, and names that begin with it come first. Of a great many
     * that only contain it, some are looked at and not all.
     */
    closest: z.boolean().default(false),
    configs: selectors,
    components: selectors,
    checks: selectors,
    canaries: selectors,
    playbooks: selectors,
    connections: selectors,
  }),
  answer: z.object({
    configs: hits,
    components: hits,
    checks: hits,
    canaries: hits,
    playbooks: hits,
    connections: hits,
  }),
};
