import { z } from "zod";

/** Whether PostgreSQL can store the string. */
const isText = (value: string) => !value.includes("\0") && value.isWellFormed();
const text = z.string().max(2_000).refine(isText, "is not valid text: it contains a zero byte or a lone surrogate");
const texts = z.array(text).max(100);

/** All fields must match; see language/resource-selector.ts. */
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
  /** Existing clients send the maximum age of a cached response; search responses are never cached. */
  cache: text.optional(),
});

const selectors = z.array(selector).max(20).optional();

const found = z.object({
  id: z.string(),
  /** The id of the agent that reported the resource; the nil id for this system. */
  agent: z.string(),
  name: z.string(),
  namespace: z.string(),
  type: z.string(),
  icon: z.string().optional(),
  health: z.string().optional(),
  status: z.string().optional(),
  /** The tags of a config item; for other kinds, the labels. */
  tags: z.record(z.string(), z.string()).optional(),
  labels: z.record(z.string(), z.string()).optional(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
  deleted_at: z.string().optional(),
});

const hits = z.array(found).optional();

export const searchResources = {
  body: z.strictObject({
    /** The maximum number of hits per kind. */
    limit: z.int().min(1).max(1_000).default(100),
    /** Whether the response contains the times of creation, update and deletion. */
    timestamps: z.boolean().default(false),
    /**
     * Searches while the user types: a word matches anywhere in a name, and names that begin with it come first. If
     * very many names contain the word elsewhere, only a sample of them is considered.
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
