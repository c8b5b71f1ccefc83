import { useEffect, useRef } from 'react';
import Plot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatClock, formatDate, formatNumber } from '../texts/formats';
import styles from './chart.module.css';
import { withGaps } from './gaps';

const HEIGHT = 220;
const LEAST_STEPS = 12;

/** Values over time, as a line that takes the colours of the theme. What it shows has to be there as text, too. */
export function Chart({
  times,
  values,
  label,
  step,
  summary,
}: {
  /** seconds since 1970, ascending */
  readonly times: readonly number[];
  readonly values: readonly number[];
  readonly label: string;
  /** seconds from one sample to the next; the line breaks off where there are none */
  readonly step: number;
  /** for who cannot see it */
  readonly summary: string;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const colours = getComputedStyle(document.documentElement);
    const colour = (name: string) => colours.getPropertyValue(name).trim();
    const isLong = (times.at(-1) ?? 0) - (times[0] ?? 0) > 2 * 86_400;
    const axis = {
      stroke: colour('--muted'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
    };
    const plot = new Plot(
      {
        ...{ width: element.clientWidth, height: HEIGHT, legend: { show: false } },
        cursor: { drag: { x: false, y: false } },
        scales: {
          // of one sample alone all marks would be the same
          x: { range: (_, least, most) => [Math.min(least, most - LEAST_STEPS * step), most] },
          y: { range: (_, __, most) => [0, Math.max(4, most * 1.1)] },
        },
        axes: [
          {
            ...axis,
            space: 70,
            values: (_, marks) =>
              marks.map((at) => (isLong ? formatDate : formatClock)(new Date(at * 1000))),
          },
          {
            ...axis,
            incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1e5, 1e6],
            values: (_, marks) => marks.map(formatNumber),
          },
        ],
        series: [
          {},
          { label, stroke: colour('--accent'), fill: colour('--accent-soft'), width: 2 },
        ],
      },
      withGaps(times, values, step),
      element,
    );
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, values, label, step]);
  return <div ref={place} role="img" aria-label={summary} className={styles['chart']} />;
}
