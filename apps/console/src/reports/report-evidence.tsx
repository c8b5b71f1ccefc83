import { Person } from '../shared/people/person';
import { formatNumber } from '../shared/texts/formats';
import { plain, plainLines } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Time } from '../shared/ui/time';
import type { Evidence, FullReport } from './reports.fields';
import styles from './reports.module.css';

/** Copies of the messages that a report is about. */
export function ReportEvidence({ of: { evidence = [], missing } }: { readonly of: FullReport }) {
  const say = useSay();
  return (
    <section className={styles['part']}>
      <h2>{say('reports.evidence.title')}</h2>
      {evidence.length === 0 && <p>{say('reports.evidence.none')}</p>}
      {missing > 0 && (
        <p>{say('reports.evidence.missing', { count: missing, number: formatNumber(missing) })}</p>
      )}
      <ol className={styles['evidence']}>
        {evidence.map((message, at) => (
          <li key={message.id ?? at}>
            <Message of={message} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Message({ of: { from, time, body, how, stanza, sha256 } }: { readonly of: Evidence }) {
  const say = useSay();
  const digest = sha256 && `sha256:${plain(sha256)}`;
  return (
    <>
      <p className={styles['from']}>
        <Person jid={from} /> {time && <Time of={time} isAbsolute />}{' '}
        <Badge>{say(`reports.evidence.${how}`)}</Badge>
      </p>
      {body !== undefined && <blockquote className={styles['said']}>{plainLines(body)}</blockquote>}
      {stanza && (
        <details>
          <summary>{say('reports.evidence.stanza')}</summary>
          <code className={styles['stanza']}>{plainLines(stanza)}</code>
          {digest && <code className={styles['stanza']}>{digest}</code>}
        </details>
      )}
    </>
  );
}
