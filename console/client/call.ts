// React hooks for an area's contracts: useCall reads, useCommand writes. Both take their types from the contract.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "#console/widgets/toast/toast.ts";
import type { AnyShape, Call } from "#language/call.ts";
import { ask, type Sent } from "./ask.ts";
import { isAborted, messageOf } from "./failure.ts";
import { isSignedOut } from "./http.ts";
import { isAbout } from "./query.ts";

export { ask, type Sent };

interface CallOptions {
  /** The relations that the response depends on. A change in one of these relations sends the call again. */
  relations?: readonly string[];
}

export const callOptions = <S extends AnyShape>(
  contract: Call<S>,
  sent: Sent<S>,
  { relations = [] }: CallOptions = {},
) =>
  queryOptions({
    queryKey: ["call", contract.method, contract.path, sent],
    queryFn: ({ signal }) => ask(contract, sent, { signal }),
    meta: { relations },
  });

export const useCall = <S extends AnyShape>(contract: Call<S>, sent: Sent<S>, options?: CallOptions) =>
  useQuery(callOptions(contract, sent, options));

interface CommandOptions<Answer> {
  /** Returns the success message. Without it no message is shown. */
  done?: (answer: Answer) => string;
  /** The message for errors that have no message. */
  otherwise?: string;
  /** The relations that the command changes; refetched without waiting for the event stream. */
  changes?: readonly string[];
}

export function useCommand<S extends AnyShape>(
  contract: Call<S>,
  { done, otherwise, changes = [] }: CommandOptions<S["answer"]> = {},
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (sent: Sent<S>) => ask(contract, sent),
    onSuccess: async (answer) => {
      if (done) toast.success(done(answer));
      await cache.invalidateQueries({
        predicate: (query) => changes.some((relation) => isAbout(query, relation)),
      });
    },
    onError: (error) => {
      if (!isAborted(error) && !isSignedOut(error)) toast.error(messageOf(error, otherwise));
    },
  });
}
