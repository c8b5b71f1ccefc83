import { useCallback, useMemo, useState } from 'react';
import { failureOf } from '../../shared/api/errors';
import type { Refusal } from '../../shared/api/errors';
import { UnclosedQuote } from '../../shared/csv/csv';
import { compared } from '../../shared/jobs/pasted';
import { formatNumber } from '../../shared/texts/formats';
import { useSay } from '../../shared/texts/texts';
import type { Say } from '../../shared/texts/texts';
import { matchColumns } from './columns';
import type { Target } from './columns';
import type { Loaded } from './file-step';
import { failedNames, failedRows, send } from './import-run';
import type { Sent } from './import-run';
import type { Rules } from './lines';
import { Archive, guessReading, MOST_ROWS, readTable } from './table';
import type { Reading } from './table';
import { rowsWhere } from './work';
import type { Work } from './work';

export const STEPS = ['file', 'columns', 'check', 'rules', 'dryRun', 'run'] as const;
export type Step = (typeof STEPS)[number];

const RULES: Rules = { existing: 'fail', passwords: 'missing', groups: [] };

/** Where an import is: its file, what was decided, and the jobs that were sent. @param again a job whose failed rows are meant alone */
export function useImport(again: string | null) {
  const say = useSay();
  const inWords: (...text: Parameters<Say>) => Refusal = (...text) => ({
    text: say(...text),
    english: null,
  });
  const [step, setStep] = useState<Step>('file');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Refusal | null>(null);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [targets, setTargets] = useState<readonly Target[]>([]);
  const [edits, setEdits] = useState<Work['edits']>(new Map());
  const [left, setLeft] = useState<Work['left']>(new Set());
  const [only, setOnly] = useState<Work['only']>(null);
  const [rules, setRules] = useState(RULES);
  const [sent, setSent] = useState<Sent | null>(null);

  const work: Work | null = useMemo(
    () => loaded && { table: loaded.table, targets, edits, left, only },
    [loaded, targets, edits, left, only],
  );

  /** Does something that takes a while; what fails is said. */
  const busily = async (run: () => Promise<void>) => {
    setBusy(true);
    setFault(null);
    try {
      await run();
    } catch (error) {
      if (error instanceof Archive) setFault(inWords('import.archive'));
      else if (error instanceof UnclosedQuote) setFault(inWords('import.unreadable'));
      else setFault(failureOf(error));
    } finally {
      setBusy(false);
    }
  };

  const read = (file: File, chosen?: Reading) =>
    busily(async () => {
      if (!chosen) setLoaded(null);
      const guessed = chosen && loaded ? loaded.guessed : await guessReading(file);
      const reading = chosen ?? guessed;
      const table = await readTable(file, reading);
      setLoaded({ file, guessed, reading, table });
      setTargets(matchColumns(table.header));
      setEdits(new Map());
      setLeft(new Set());
      setOnly(null);
      setSent(null);
      if (table.total === 0) setFault(inWords('import.empty'));
      if (table.total > MOST_ROWS)
        setFault(inWords('import.tooMany', { number: formatNumber(MOST_ROWS) }));
    });

  const edit = useCallback(
    (number: number, cells: readonly string[]) =>
      setEdits((before) => new Map(before).set(number, cells)),
    [],
  );
  const leave = useCallback(
    (numbers: readonly number[], isLeft: boolean) =>
      setLeft((before) => {
        const next = new Set(before);
        for (const number of numbers)
          if (isLeft) next.add(number);
          else next.delete(number);
        return next;
      }),
    [],
  );

  /** Goes on to the check: of all rows, or of those whose users have failed in the job before. */
  const check = () =>
    busily(async () => {
      if (again !== null && only === null && work !== null) {
        const names = await failedNames(again);
        const column = targets.indexOf('username');
        const found = await rowsWhere(work, ({ cells }) =>
          names.has(compared(cells[column] ?? '')),
        );
        setOnly(new Set(found.map(({ number }) => number)));
      }
      setStep('check');
    });
  const start = (isDryRun: boolean) =>
    busily(async () => {
      setSent(await send(work!, rules, isDryRun));
      setStep(isDryRun ? 'dryRun' : 'run');
    });
  const mend = () =>
    busily(async () => {
      setOnly(new Set((await failedRows(sent!)).keys()));
      setStep('check');
    });
  const another = () => {
    setLoaded(null);
    setSent(null);
    setStep('file');
  };
  return {
    ...{ step, setStep, isBusy, fault, loaded, targets, setTargets, rules, setRules, sent, work },
    ...{ read, edit, leave, check, start, mend, another },
  };
}
