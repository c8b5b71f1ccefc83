import { type Summary, summary } from './statistics.js';

/** Prints sections of plain text, tables as Markdown, during the run. */
export function section(title: string): void {
  process.stdout.write(`\n## ${title}\n\n`);
}

export function line(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((name, column) =>
    Math.max(3, name.length, ...rows.map((row) => row[column]!.length)),
  );
  const print = (cells: readonly string[], fill = ' ') =>
    line(`| ${cells.map((cell, column) => cell.padEnd(widths[column]!, fill)).join(' | ')} |`);
  print(head);
  print(
    head.map(() => '-'),
    '-',
  );
  for (const row of rows) print(row);
}

/** Three significant digits or whole numbers. */
export function digits(value: number): string {
  if (Number.isNaN(value)) return '';
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

export const SPREAD = ['count', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms'];

export function spread(values: readonly number[]): string[] {
  const { count, p50, p95, p99, max } = summary(values);
  return [String(count), ...[p50, p95, p99, max].map(digits)];
}

/** One row per kind of call: alone, while people talk, and how many times longer that is. */
export function comparison(
  alone: ReadonlyMap<string, readonly number[]>,
  meanwhile: ReadonlyMap<string, readonly number[]>,
): void {
  const shares = ['p50', 'p95', 'p99'] as const;
  const kinds = [...new Set([...alone.keys(), ...meanwhile.keys()])];
  const rows = kinds.map((kind) => {
    const [before, during] = [summary(alone.get(kind) ?? []), summary(meanwhile.get(kind) ?? [])];
    const show = (of: Summary) => shares.map((share) => digits(of[share])).join(' / ');
    const ratios = shares.map((share) => digits(during[share] / before[share])).join(' / ');
    return before.count > 0
      ? [kind, `${before.count} / ${during.count}`, show(before), show(during), ratios]
      : [kind, `0 / ${during.count}`, '', show(during), ''];
  });
  table(
    ['call', 'count', 'silent: p50 / p95 / p99 ms', 'talking: p50 / p95 / p99 ms', 'ratios'],
    rows,
  );
}
