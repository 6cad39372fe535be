// An area's contracts in React: useCall reads, useCommand does. Both are typed by the contract alone.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "#console/widgets/toast/toast.ts";
import { type AnyShape, type Call, fillPath } from "#language/call.ts";
import { isAborted, messageOf } from "./failure.ts";
import { http, type HttpRequest, isSignedOut, type Query } from "./http.ts";
import { isAbout } from "./query.ts";

/** Only the parts that the contract asks for. */
export type Sent<S extends AnyShape> = {
  [Part in "params" | "query" | "body" as S[Part] extends undefined ? never : Part]: S[Part];
};

interface Reading {
  /** The relations this answer is made from: a change in one of them asks again. */
  relations?: readonly string[];
}

/** One call, outside of React's cache. */
export const ask = <S extends AnyShape>(
  contract: Call<S>,
  sent: Sent<S>,
  options: Pick<HttpRequest, "signal" | "onUnauthorized" | "timeoutMs"> = {},
) => {
  const { params, query, body } = sent as { params?: Record<string, string>; query?: Query; body?: unknown };
  return http<S["answer"]>(contract.method, fillPath(contract.path, params), { ...options, query, body });
};

export const callOptions = <S extends AnyShape>(contract: Call<S>, sent: Sent<S>, { relations = [] }: Reading = {}) =>
  queryOptions({
    queryKey: ["call", contract.method, contract.path, sent],
    queryFn: ({ signal }) => ask(contract, sent, { signal }),
    meta: { relations },
  });

export const useCall = <S extends AnyShape>(contract: Call<S>, sent: Sent<S>, reading?: Reading) =>
  useQuery(callOptions(contract, sent, reading));

interface Doing<Answer> {
  /** What to say when it is done; nothing is said without it. */
  done?: (answer: Answer) => string;
  /** What to say when it fails and nobody says why. */
  otherwise?: string;
  /** The relations it changes, refetched without waiting for the stream. */
  changes?: readonly string[];
}

export function useCommand<S extends AnyShape>(
  contract: Call<S>,
  { done, otherwise, changes = [] }: Doing<S["answer"]> = {},
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
