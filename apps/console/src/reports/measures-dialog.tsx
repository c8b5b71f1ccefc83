import { useEffect, useState } from 'react';
import { useRun } from '../shared/act/use-run';
import type { Tagged } from '../shared/api/query';
import { changed } from '../shared/api/staleness';
import { formatNumber } from '../shared/texts/formats';
import { useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Button } from '../shared/ui/button';
import { Dialog } from '../shared/ui/dialog';
import { Fault } from '../shared/ui/refused';
import { Skeleton } from '../shared/ui/states';
import { toast } from '../shared/ui/toast';
import { actOnReport } from './report-acts';
import type { MeasuredPart, Measures } from './report-acts';
import type { Report } from './reports.fields';
import styles from './reports.module.css';

/** Tries the measures, says what would happen, and does all of it; what then failed stays there to be read. */
export function MeasuresDialog({
  of: report,
  measures,
  onDone,
  onClose,
}: {
  readonly of: Tagged<Report>;
  readonly measures: Measures;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const say = useSay();
  /** as they were when it was asked */
  const [asked] = useState({ report, measures });
  const [parts, setParts] = useState<readonly MeasuredPart[] | null>(null);
  const [isDone, setDone] = useState(false);
  const { isBusy, fault, setFault, run } = useRun();
  useEffect(() => {
    actOnReport(asked.report, asked.measures, true).then(setParts, setFault);
  }, [asked, setFault]);
  const doAll = () =>
    run(async () => {
      const done = await actOnReport(asked.report, asked.measures, false);
      void changed('reports', 'openReports');
      onDone();
      if (done.every(({ outcome }) => outcome === 'done' || outcome === 'unchanged')) {
        toast(say('reports.measures.done'));
        onClose();
        return;
      }
      setParts(done);
      setDone(true);
    });
  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      title={say(isDone ? 'reports.measures.happened' : 'reports.measures.would')}
      actions={
        isDone ? (
          <Button onClick={onClose}>{say('common.close')}</Button>
        ) : (
          <>
            <Button disabled={isBusy} onClick={onClose}>
              {say('common.cancel')}
            </Button>
            <Button
              kind="danger"
              isBusy={isBusy}
              disabled={parts === null}
              onClick={() => void doAll()}
            >
              {say('reports.measures.all')}
            </Button>
          </>
        )
      }
    >
      {parts === null && fault === null && <Skeleton />}
      {parts !== null && (
        <ul className={styles['measures']}>
          {parts.map((part) => (
            <li key={part.name}>
              <Part of={part} />
            </li>
          ))}
        </ul>
      )}
      {fault !== null && <Fault of={fault} />}
    </Dialog>
  );
}

function Part({ of: { name, outcome, count } }: { readonly of: MeasuredPart }) {
  const say = useSay();
  const number = formatNumber(count ?? 0);
  const words =
    name === 'retract' || name === 'sessions' || name === 'rooms'
      ? say(`reports.measures.parts.${name}`, { count: count ?? 0, number })
      : say(`reports.measures.parts.${name}`);
  return (
    <>
      {words} {outcome !== 'done' && <Badge>{say(`reports.measures.outcomes.${outcome}`)}</Badge>}
    </>
  );
}
