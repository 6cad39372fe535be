/** "1 entry", "2 entries". */
export const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
