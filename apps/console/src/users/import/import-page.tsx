import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { inAddress, useAddress } from '../../shared/screens/address';
import { useMay } from '../../shared/session/session';
import { plain } from '../../shared/texts/plain';
import { useSay } from '../../shared/texts/texts';
import { Button } from '../../shared/ui/button';
import { Page } from '../../shared/ui/page';
import { Refused } from '../../shared/ui/refused';
import { CheckStep } from './check-step';
import { doubled } from './columns';
import { ColumnsStep } from './columns-step';
import { DryRunStep } from './dry-run-step';
import { FileStep } from './file-step';
import styles from './import.module.css';
import { RulesStep } from './rules-step';
import { RunStep } from './run-step';
import { MOST_ROWS } from './table';
import { STEPS, useImport } from './use-import';
import type { Step } from './use-import';
import type { Checked } from './work';

const search = { again: inAddress.text };

/** A table of people becomes accounts: file, columns, check, rules, dry run, import. */
export default function ImportPage() {
  const say = useSay();
  const may = useMay();
  const [{ again }] = useAddress(search);
  const state = useImport(again);
  const { step, setStep, isBusy, fault, loaded, work, sent, targets } = state;
  const [checked, setChecked] = useState<Checked | null>(null);
  const changes = { onEdit: state.edit, onLeave: state.leave };
  const wrong = columnFault(say, targets);
  const buttons = (
    back: Step | null,
    next: () => void,
    isReady: boolean,
    label = 'import.next' as 'import.next' | 'import.dryRun.start',
  ) => (
    <div className={styles['buttons']}>
      {back && <Button onClick={() => setStep(back)}>{say('import.back')}</Button>}
      <Button kind="primary" isBusy={isBusy} disabled={!isReady} onClick={next}>
        {say(label)}
      </Button>
    </div>
  );
  const total = loaded?.table.total ?? 0;
  const contents: Readonly<Record<Step, () => ReactNode>> = {
    file: () => (
      <>
        {again !== null && <p>{say('import.again', { id: plain(again) })}</p>}
        <FileStep
          loaded={loaded}
          isBusy={isBusy}
          onFile={(file) => void state.read(file)}
          onReading={(reading) => loaded && void state.read(loaded.file, reading)}
        />
        {loaded && buttons(null, () => setStep('columns'), total > 0 && total <= MOST_ROWS)}
      </>
    ),
    columns: () => (
      <>
        <ColumnsStep table={work!.table} targets={targets} onChange={state.setTargets} />
        {wrong !== null && (
          <p role="status" className={styles['warn']}>
            {wrong}
          </p>
        )}
        {buttons('file', () => void state.check(), wrong === null)}
      </>
    ),
    check: () => (
      <>
        <CheckStep work={work!} {...changes} onChecked={setChecked} />
        {buttons(
          'columns',
          () => setStep('rules'),
          checked?.wrong.length === 0 && checked.rows > 0,
        )}
      </>
    ),
    rules: () => (
      <>
        <RulesStep
          rules={state.rules}
          hasPasswords={targets.includes('password')}
          mayGroups={may('groups:write')}
          onChange={state.setRules}
        />
        {buttons('check', () => void state.start(true), true, 'import.dryRun.start')}
      </>
    ),
    dryRun: () => (
      <DryRunStep
        key={sent!.id}
        sent={sent!}
        work={work!}
        isBusy={isBusy}
        onSend={(isDryRun) => void state.start(isDryRun)}
        onBack={() => setStep('rules')}
        {...changes}
      />
    ),
    run: () => (
      <RunStep
        key={sent!.id}
        sent={sent!}
        work={work!}
        {...changes}
        onAgain={state.mend}
        onAnother={state.another}
      />
    ),
  };
  return (
    <Page title={say('screens.importUsers')}>
      <Steps at={step} />
      <section className={styles['step']}>
        <StepHeading key={step} step={step} />
        {contents[step]()}
        {fault !== null && (
          <p role="alert">
            <Refused of={fault} />
          </p>
        )}
      </section>
    </Page>
  );
}

function columnFault(say: ReturnType<typeof useSay>, targets: Parameters<typeof doubled>[0]) {
  if (!targets.includes('username')) return say('import.columns.noUsername');
  const names = doubled(targets).map((one) => say(`import.targets.${one}`));
  return names.length === 0 ? null : say('import.columns.doubled', { names: names.join(', ') });
}

/** Where this is. */
function Steps({ at }: { readonly at: Step }) {
  const say = useSay();
  return (
    <ol className={styles['steps']}>
      {STEPS.map((step, index) => (
        <li key={step} aria-current={step === at ? 'step' : undefined}>
          {index + 1}. {say(`import.steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}

/** Takes the focus when its step begins. */
function StepHeading({ step }: { readonly step: Step }) {
  const say = useSay();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (step !== 'file') heading.current?.focus();
  }, [step]);
  const values = { number: STEPS.indexOf(step) + 1, name: say(`import.steps.${step}`) };
  return (
    <h2 ref={heading} tabIndex={-1}>
      {say('import.stepOf', values)}
    </h2>
  );
}
