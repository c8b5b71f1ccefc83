import { useState } from 'react';
import { act, tryAct } from '../shared/act/act';
import { choiceText } from '../shared/fields/field-table';
import { useSay } from '../shared/texts/texts';
import { AskDialog } from '../shared/ui/ask-dialog';
import { Button } from '../shared/ui/button';
import { Field } from '../shared/ui/field';
import { TextArea } from '../shared/ui/input';
import { NativeSelect } from '../shared/ui/native-select';
import { OUTCOMES, reportFields } from './reports.fields';
import type { Report } from './reports.fields';
import { patchReport } from './reports.queries';

type Outcome = (typeof OUTCOMES)[number];

/** Begins with a report, closes it, opens it again: the steps that its state allows. */
export function ReportSteps({ report }: { readonly report: Report }) {
  const say = useSay();
  const [isClosing, setClosing] = useState(false);
  const { id, status } = report;
  const isClosed = status === 'acted' || status === 'dismissed';
  const step = (to: 'open' | 'acting', done: string) =>
    void tryAct({
      run: () => patchReport(id, { status: to }),
      done,
      touches: ['reports', 'openReports'],
    });
  return (
    <>
      {status === 'open' && (
        <Button onClick={() => step('acting', say('reports.steps.begun'))}>
          {say('reports.steps.begin')}
        </Button>
      )}
      {isClosed ? (
        <Button onClick={() => step('open', say('reports.steps.reopened'))}>
          {say('reports.steps.reopen')}
        </Button>
      ) : (
        <Button kind="primary" onClick={() => setClosing(true)}>
          {say('reports.steps.close')}
        </Button>
      )}
      {isClosing && <CloseDialog report={report} onClose={() => setClosing(false)} />}
    </>
  );
}

function CloseDialog({
  report: { id, note: before = '' },
  onClose,
}: {
  readonly report: Report;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const [status, setStatus] = useState<Outcome>('acted');
  const [note, setNote] = useState(before);
  return (
    <AskDialog
      title={say('reports.steps.closeTitle', { id })}
      act={say('reports.steps.close')}
      onClose={onClose}
      onAct={() =>
        act({
          run: () => patchReport(id, { status, ...(note !== before && { note }) }),
          done: say('reports.steps.closed'),
          touches: ['reports', 'openReports'],
          undo: () => patchReport(id, { status: 'open' }),
        })
      }
    >
      <Field label={say('reports.steps.outcome')}>
        {(control) => (
          <NativeSelect<Outcome>
            id={control.id}
            value={status}
            choices={OUTCOMES.map((value) => ({
              value,
              label: choiceText(reportFields, 'status', value),
            }))}
            onChange={setStatus}
          />
        )}
      </Field>
      <Field label={say('reports.fields.note')} hint={say('reports.hints.note')}>
        {(control) => (
          <TextArea
            {...control}
            value={note}
            rows={3}
            maxLength={2_000}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
    </AskDialog>
  );
}
