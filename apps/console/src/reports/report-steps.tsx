import { useState } from 'react';
import { act, tryAct } from '../shared/act/act';
import type { Tagged } from '../shared/api/query';
import { choiceText } from '../shared/fields/field-table';
import { plain } from '../shared/texts/plain';
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
export function ReportSteps({ of: report }: { readonly of: Tagged<Report> }) {
  const say = useSay();
  const [isClosing, setClosing] = useState(false);
  const { status } = report.value;
  const isClosed = status === 'acted' || status === 'dismissed';
  const step = (to: 'open' | 'acting', done: string) =>
    void tryAct({
      run: () => patchReport(report, { status: to }),
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
      {isClosing && <CloseDialog of={report} onClose={() => setClosing(false)} />}
    </>
  );
}

function CloseDialog({
  of: report,
  onClose,
}: {
  readonly of: Tagged<Report>;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const { id, note: before = '', status: from, assignee = null } = report.value;
  const [status, setStatus] = useState<Outcome>('acted');
  /** `null`: stays as it is, whatever that is by then */
  const [note, setNote] = useState<string | null>(null);
  const [seen] = useState(before);
  const isNewNote = note !== null && note !== before;
  const close = async () => {
    let closed = report;
    await act({
      run: async () => {
        closed = await patchReport(report, { status, ...(isNewNote && { note }) });
      },
      done: say('reports.steps.closed'),
      touches: ['reports', 'openReports'],
      // no other state and no note comes back by opening it again
      ...(from === 'open' &&
        !isNewNote && { undo: () => patchReport(closed, { status: 'open', assignee }) }),
    });
  };
  return (
    <AskDialog
      title={say('reports.steps.closeTitle', { id })}
      act={say('reports.steps.close')}
      onClose={onClose}
      onAct={close}
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
      <Field
        label={say('reports.fields.note')}
        hint={say('reports.hints.note')}
        error={isNewNote && before !== seen && `${say('form.conflict.theirs')}: ${plain(before)}`}
      >
        {(control) => (
          <TextArea
            {...control}
            value={note ?? before}
            rows={3}
            maxLength={2_000}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
    </AskDialog>
  );
}
