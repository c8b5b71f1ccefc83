import { useState } from 'react';
import type { ReactNode } from 'react';
import { TimeInput } from '../shared/form/time-input';
import { useSay } from '../shared/texts/texts';
import { Field } from '../shared/ui/field';
import { Input } from '../shared/ui/input';
import { NativeSelect } from '../shared/ui/native-select';
import type { Lockout } from './user-acts';
import styles from './users.module.css';

const HOUR = 3_600_000;
const SPANS = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, date: null, open: null } as const;
type Span = keyof typeof SPANS;

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
    const length = SPANS[span];
    return length === null ? undefined : new Date(Date.now() + length).toISOString();
  };
  const lockoutNow = () => {
    const end = until();
    return { ...(reason.trim() && { reason: reason.trim() }), ...(end && { until: end }) };
  };
  const fields = (
    <div className={styles['fields']}>
      <Field label={say('users.lock.reason')} hint={say('users.lock.reasonHint')}>
        {(control) => (
          <Input
            {...control}
            value={reason}
            maxLength={255}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <Field label={say('users.lock.until')}>
        {({ id }) => (
          <NativeSelect<Span>
            id={id}
            value={span}
            choices={(Object.keys(SPANS) as Span[]).map((value) => ({
              value,
              label: say(`users.lock.spans.${value}`),
            }))}
            onChange={setSpan}
          />
        )}
      </Field>
      {span === 'date' && (
        <Field label={say('users.lock.date')}>
          {(control) => (
            <TimeInput {...control} value={date} onValue={(time) => setDate(time ?? '')} />
          )}
        </Field>
      )}
    </div>
  );
  return { fields, isReady: span !== 'date' || date !== '', lockoutNow };
}
