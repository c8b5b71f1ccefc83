import { useEffect, useState } from 'react';
import { formatNumber } from '../../shared/texts/formats';
import { plain } from '../../shared/texts/plain';
import { useSay } from '../../shared/texts/texts';
import type { Say } from '../../shared/texts/texts';
import { Button } from '../../shared/ui/button';
import { Skeleton } from '../../shared/ui/states';
import styles from './import.module.css';
import type { Problem } from './check';
import { MOST_SHOWN, ProblemRows } from './problem-rows';
import type { SaidRow } from './problem-rows';
import type { Row } from './table';
import { checkAll } from './work';
import type { Checked, Work } from './work';

const words = (say: Say, { kind, other, column }: Problem) => ({
  column,
  text: say(`import.problems.${kind}`, { number: formatNumber(other ?? 0) }),
});

/** What is wrong, before anything is sent; it is mended here, or left out. */
export function CheckStep({
  work,
  onEdit,
  onLeave,
  onChecked,
}: {
  readonly work: Work;
  readonly onEdit: (number: number, cells: readonly string[]) => void;
  readonly onLeave: (numbers: readonly number[], isLeft: boolean) => void;
  readonly onChecked: (checked: Checked | null) => void;
}) {
  const say = useSay();
  const [checked, setChecked] = useState<Checked | null>(null);
  /** once here, a row keeps its place */
  const [listed, setListed] = useState<ReadonlyMap<number, Row>>(new Map());
  useEffect(() => {
    let isOld = false;
    void checkAll(work, MOST_SHOWN).then((found) => {
      if (isOld) return;
      setChecked(found);
      onChecked(found);
      setListed((before) => {
        const all = new Map(before);
        for (const { row } of found.first) if (!all.has(row.number)) all.set(row.number, row);
        return all;
      });
    });
    return () => {
      isOld = true;
    };
  }, [work, onChecked]);
  if (checked === null) return <Skeleton lines={3} />;
  const problems = new Map(checked.first.map(({ row, problems: all }) => [row.number, all]));
  const rows: readonly SaidRow[] = [...listed.values()].map((row) => ({
    row,
    problems: (problems.get(row.number) ?? []).map((one) => words(say, one)),
  }));
  const { wrong } = checked;
  return (
    <>
      <p role="status" className={wrong.length > 0 ? styles['warn'] : styles['fineBox']}>
        {wrong.length === 0
          ? say('import.check.allFine', { number: formatNumber(checked.rows) })
          : say('import.check.found', {
              number: formatNumber(wrong.length),
              rows: formatNumber(checked.rows),
            })}
        {wrong.length > checked.first.length &&
          ` ${say('import.check.firstOnly', { number: formatNumber(checked.first.length) })}`}
      </p>
      {wrong.length > 0 && (
        <div>
          <Button onClick={() => onLeave(wrong, true)}>
            {say('import.check.leaveAll', { number: formatNumber(wrong.length) })}
          </Button>
        </div>
      )}
      <ProblemRows rows={rows} work={work} onEdit={onEdit} onLeave={onLeave} />
      {work.only !== null && <p>{plain(say('import.check.onlyFailed'))}</p>}
    </>
  );
}
