import { useState } from 'react';
import type { ReactNode } from 'react';
import { TimeInput } from '../shared/form/time-input';
import { endOfDay } from '../shared/texts/formats';
import { useSay } from '../shared/texts/texts';
import { Field } from '../shared/ui/field';
import { NativeSelect } from '../shared/ui/native-select';
import { ReasonField } from '../shared/ui/reason-field';
import type { Lockout } from './user-acts';
import styles from './users.module.css';

const HOUR = 3_600_000;
const after = (hours: number) => () => new Date(Date.now() + hours * HOUR);
/** When each ends; what is not here is asked for, or has no end. */
const ENDS = {
  hour: after(1),
  day: after(24),
  friday: () => endOfDay(5),
  sunday: () => endOfDay(0),
  week: after(7 * 24),
};
const SPANS = ['hour', 'day', 'friday', 'sunday', 'week', 'date', 'open'] as const;
type Span = (typeof SPANS)[number];

const isPast = (time: string): boolean => Date.parse(time) <= Date.now();

/** Asks why, and until when. */
export function useLockFields(): {
  readonly fields: ReactNode;
  readonly isReady: boolean;
  readonly lockoutNow: () => Lockout;
} {
  const say = useSay();
  const [reason, setReason] = useState('');
  const [span, setSpan] = useState<Span>('open');
  const [date, setDate] = useState('');
  const until = (): string | undefined => {
    if (span === 'date') return date || undefined;
    return span === 'open' ? undefined : ENDS[span]().toISOString();
  };
  const wrong = date === '' ? 'noDate' : isPast(date) ? 'past' : null;
  const refusal = span === 'date' ? wrong : null;
  const lockoutNow = () => {
    const end = until();
    return { ...(reason.trim() && { reason: reason.trim() }), ...(end && { until: end }) };
  };
  const fields = (
    <div className={styles['fields']}>
      <ReasonField
        label={say('users.lock.reason')}
        hint={say('users.lock.reasonHint')}
        value={reason}
        onChange={setReason}
      />
      <Field label={say('users.lock.until')}>
        {({ id }) => (
          <NativeSelect<Span>
            id={id}
            value={span}
            choices={SPANS.map((value) => ({
              value,
              label: say(`users.lock.spans.${value}`),
            }))}
            onChange={(chosen) => {
              setSpan(chosen);
              if (chosen === 'date') setDate(endOfDay().toISOString());
            }}
          />
        )}
      </Field>
      {span === 'date' && (
        <Field
          label={say('users.lock.date')}
          error={refusal !== null && say(`users.lock.${refusal}`)}
        >
          {(control) => (
            <TimeInput {...control} value={date} onValue={(time) => setDate(time ?? '')} />
          )}
        </Field>
      )}
    </div>
  );
  return { fields, isReady: refusal === null, lockoutNow };
}
