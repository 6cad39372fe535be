// Collects the warnings of a run: each text once, with its count and the expression that caused it.

export interface ReportedWarning {
  error: string;
  expr?: string;
  count: number;
}

const maxWarnings = 100;

export class Warnings {
  readonly #warnings = new Map<string, ReportedWarning>();

  add(error: string, { expr, times = 1 }: { expr?: string | undefined; times?: number } = {}): void {
    const key = `${expr ?? ""}\0${error}`;
    const known = this.#warnings.get(key);
    if (known) known.count += times;
    else if (this.#warnings.size < maxWarnings)
      this.#warnings.set(key, { error, ...(expr !== undefined && { expr }), count: times });
  }

  addAll(warnings: Iterable<ReportedWarning>): void {
    for (const { error, expr, count } of warnings) this.add(error, { expr, times: count });
  }

  all(): ReportedWarning[] {
    return [...this.#warnings.values()];
  }
}
