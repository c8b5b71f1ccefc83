import type { GeneratedPassword } from '@chat-admin/client';
import { createPortal } from 'react-dom';
import { useSay } from '../texts/texts';
import { plain } from '../texts/plain';
import styles from './hand-outs.module.css';

/** What is printed: a slip for each person, to be cut and handed out. */
export function HandOuts({
  people,
  domain,
  nameOf,
}: {
  readonly people: readonly GeneratedPassword[];
  /** behind the @ of addresses; `null`: not known */
  readonly domain: string | null;
  readonly nameOf: (username: string) => string | null;
}) {
  const say = useSay();
  return createPortal(
    <div className={styles['handOuts']} data-print>
      {people.map(({ username, password }) => (
        <section key={username} className={styles['slip']}>
          <h2>{plain(nameOf(username) ?? username)}</h2>
          <dl>
            <dt>{say('passwords.address')}</dt>
            <dd>{plain(domain === null ? username : `${username}@${domain}`)}</dd>
            <dt>{say('passwords.password')}</dt>
            <dd>
              <code>{password}</code>
            </dd>
          </dl>
          <p>{say('passwords.handOut')}</p>
        </section>
      ))}
    </div>,
    document.body,
  );
}
