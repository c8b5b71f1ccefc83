import { spread } from './statistics.js';

/** A row of the report. The median is compared with the goal. */
export interface Figure {
  /** `P1` …, or empty for a row that explains another one */
  readonly goal: string;
  readonly what: string;
  readonly values: readonly number[];
  /** empty: a number of things */
  readonly unit: 'x' | 'ms' | 'MiB' | '%' | 'µs' | '/s' | '';
  readonly atLeast?: number;
  readonly atMost?: number;
}

export type Verdict = 'met' | 'MISSED' | '';

export function verdict({ values, atLeast, atMost }: Figure): Verdict {
  const { median } = spread(values);
  if (atLeast !== undefined) return median >= atLeast ? 'met' : 'MISSED';
  if (atMost !== undefined) return median <= atMost ? 'met' : 'MISSED';
  return '';
}

/** The rows as a plain-text table, which is also Markdown. */
export function table(figures: readonly Figure[]): string {
  const head = ['goal', 'what', 'median', 'min to max', 'threshold', ''];
  const rows = [head, head.map(() => '-'), ...figures.map(cells)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]!.length), 3));
  return rows
    .map((row, index) => {
      const fill = index === 1 ? '-' : ' ';
      return `| ${row.map((cell, column) => cell.padEnd(widths[column]!, fill)).join(' | ')} |`;
    })
    .join('\n');
}

function cells(figure: Figure): string[] {
  const { median, min, max } = spread(figure.values);
  const { atLeast, atMost, unit } = figure;
  const limit = atLeast === undefined ? atMost : atLeast;
  return [
    figure.goal,
    figure.what,
    `${digits(median)} ${unit}`.trim(),
    figure.values.length > 1 ? `${digits(min)} to ${digits(max)}` : '',
    limit === undefined ? '' : `${atLeast === undefined ? '<=' : '>='} ${limit} ${unit}`.trim(),
    verdict(figure),
  ];
}

function digits(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}
