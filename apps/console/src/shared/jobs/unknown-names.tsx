import { pageOf } from '@chat-admin/client';
import { api } from '../api/client';
import { query, useAnswer } from '../api/query';
import { useDomain } from '../session/domain';
import { formatNumber } from '../texts/formats';
import { plain } from '../texts/plain';
import { useSay } from '../texts/texts';
import { ErrorState, Skeleton } from '../ui/states';
import styles from './jobs.module.css';
import { compared, inAddresses, userNamesIn } from './pasted';

const MOST_SHOWN = 100;

/** Which of these user names nobody has. */
const unknownQuery = query({
  key: 'unknownNames',
  call: async (call, names: readonly string[]): Promise<readonly string[]> => {
    const known = new Set<string>();
    for (const part of inAddresses(names)) {
      const asked = { username: part.join(' '), fields: ['username' as const], limit: 1_000 };
      const { entries } = await pageOf(api, '/users', { query: asked, ...call });
      for (const { username } of entries) known.add(compared(username));
    }
    return names.filter((name) => !known.has(compared(name)));
  },
});

/** Of pasted names those that belong to nobody: they are taken all the same. */
export function UnknownNames({ people }: { readonly people: readonly string[] }) {
  const say = useSay();
  const domain = useDomain();
  const { data: unknown, error } = useAnswer(unknownQuery, userNamesIn(people, domain));
  if (error && !unknown) return <ErrorState error={error} />;
  if (!unknown) return <Skeleton lines={1} />;
  const count = unknown.length;
  if (count === 0) return null;
  return (
    <>
      <p>{say('progress.unknown', { count, number: formatNumber(count) })}</p>
      <ul className={styles['failed']} data-unknown>
        {unknown.slice(0, MOST_SHOWN).map((name) => (
          <li key={name}>
            <strong>{plain(name)}</strong>
          </li>
        ))}
        {count > MOST_SHOWN && (
          <li>{say('progress.others', { number: formatNumber(count - MOST_SHOWN) })}</li>
        )}
      </ul>
    </>
  );
}
