import type { GeneratedPassword } from '@chat-admin/client';
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useDomain } from '../session/domain';
import { useSay } from '../texts/texts';
import { plain } from '../texts/plain';
import { Button } from '../ui/button';
import styles from './hand-outs.module.css';

/** Whose password is printed. */
export interface HandedOut extends GeneratedPassword {
  /** of the person; absent where there is none */
  readonly name?: string | undefined;
}

/** Prints a slip for each person, to be cut and handed out. */
export function PrintHandOuts({
  people,
  onPrint,
}: {
  readonly people: readonly HandedOut[];
  readonly onPrint?: () => void;
}) {
  const say = useSay();
  const domain = useDomain();
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting) return;
    window.print();
    setPrinting(false);
  }, [isPrinting]);
  return (
    <>
      <Button
        icon={Printer}
        onClick={() => {
          setPrinting(true);
          onPrint?.();
        }}
      >
        {say('passwords.print')}
      </Button>
      {isPrinting &&
        createPortal(
          <div className={styles['handOuts']} data-print>
            {people.map((person) => (
              <Slip key={person.username} of={person} domain={domain} />
            ))}
          </div>,
          document.body,
        )}
    </>
  );
}

function Slip({
  of: { username, name, password },
  domain,
}: {
  readonly of: HandedOut;
  readonly domain: string | null;
}) {
  const say = useSay();
  return (
    <section className={styles['slip']}>
      <h2>{plain(name || username)}</h2>
      <dl>
        <dt>{say('passwords.username')}</dt>
        <dd>{plain(username)}</dd>
        {domain !== null && (
          <>
            <dt>{say('passwords.address')}</dt>
            <dd>{plain(`${username}@${domain}`)}</dd>
          </>
        )}
        <dt>{say('passwords.password')}</dt>
        <dd>
          <code>{password}</code>
        </dd>
      </dl>
      <p>{say('passwords.handOut')}</p>
    </section>
  );
}
