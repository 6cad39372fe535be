// Sends one call of a contract, without React and the query cache.
import { type AnyShape, type Call, fillPath } from "#language/call.ts";
import { http, type HttpRequest, type Query } from "./http.ts";

/** The parts of the request that the contract defines. */
export type Sent<S extends AnyShape> = {
  [Part in "params" | "query" | "body" as S[Part] extends undefined ? never : Part]: S[Part];
};

export const ask = <S extends AnyShape>(
  contract: Call<S>,
  sent: Sent<S>,
  options: Pick<HttpRequest, "signal" | "onUnauthorized" | "timeoutMs" | "version"> = {},
) => {
  const { params, query, body } = sent as { params?: Record<string, string>; query?: Query; body?: unknown };
  return http<S["answer"]>(contract.method, fillPath(contract.path, params), { ...options, query, body });
};
