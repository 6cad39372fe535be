// What a run has to say beside its errors: each once, with how often, and the expression that is at fault where one is.

export interface ToldWarning {
  error: string;
  expr?: string;
  count: number;
}

const most = 100;

export class Warnings {
  readonly #told = new Map<string, ToldWarning>();

  add(error: string, { expr, times = 1 }: { expr?: string | undefined; times?: number } = {}): void {
    const key = `${expr ?? ""}\0${error}`;
    const known = this.#told.get(key);
    if (known) known.count += times;
    else if (this.#told.size < most) this.#told.set(key, { error, ...(expr !== undefined && { expr }), count: times });
  }

  addAll(told: Iterable<ToldWarning>): void {
    for (const { error, expr, count } of told) this.add(error, { expr, times: count });
  }

  all(): ToldWarning[] {
    return [...this.#told.values()];
  }
}
