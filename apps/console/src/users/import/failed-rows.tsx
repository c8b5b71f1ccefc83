import { useEffect, useState } from 'react';
import { lineRefusal } from '../../shared/api/errors';
import { useAnswer } from '../../shared/api/query';
import { formatNumber } from '../../shared/texts/formats';
import { useSay } from '../../shared/texts/texts';
import { ErrorState, Skeleton } from '../../shared/ui/states';
import { failuresQuery } from './import-run';
import type { Sent } from './import-run';
import { ProblemRows } from './problem-rows';
import type { SaidRow } from './problem-rows';
import type { Work } from './work';
import { rowsWhere } from './work';

/** The rows that the server has refused, with its reasons; they are mended here, or left out. */
export function FailedRows({
  sent,
  work,
  failed,
  onEdit,
  onLeave,
}: {
  readonly sent: Sent;
  readonly work: Work;
  /** how many there are */
  readonly failed: number;
  readonly onEdit: (number: number, cells: readonly string[]) => void;
  readonly onLeave: (numbers: readonly number[], isLeft: boolean) => void;
}) {
  const say = useSay();
  const { data: failures, error } = useAnswer(failuresQuery, sent.id);
  const [rows, setRows] = useState<readonly SaidRow[] | null>(null);
  useEffect(() => {
    if (!failures) return;
    const reasons = new Map(
      failures.map((result) => [sent.numbers[result.line - 1]!, lineRefusal(result)] as const),
    );
    let isOld = false;
    void rowsWhere(sent.work, ({ number }) => reasons.has(number)).then((found) => {
      if (isOld) return;
      setRows(
        found.map((row) => ({
          row,
          problems: [{ column: null, ...reasons.get(row.number)! }],
        })),
      );
    });
    return () => {
      isOld = true;
    };
  }, [failures, sent]);
  if (error && !failures) return <ErrorState error={error} />;
  if (rows === null) return <Skeleton lines={3} />;
  return (
    <>
      <h3>{say('import.run.failedRows')}</h3>
      {failed > rows.length && (
        <p>{say('import.check.firstOnly', { number: formatNumber(rows.length) })}</p>
      )}
      <ProblemRows rows={rows} work={work} onEdit={onEdit} onLeave={onLeave} />
    </>
  );
}
