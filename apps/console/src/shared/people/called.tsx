import { useDomain } from '../session/domain';
import { plain } from '../texts/plain';
import { calledBy } from './called-by';
import { useName } from './names';
import { usernameOf } from './username-of';

const MOST_SHOWN = 10;

/** A person, or a session, in a sentence, by user name or JID: `Mia Mayer (mia)`. */
export function useCalled(who: string | null): string {
  const domain = useDomain();
  const username = who?.includes('@') ? usernameOf(who, domain) : who;
  const name = useName(username);
  if (who === null) return '';
  return calledBy(who.includes('/') ? who : (username ?? who), name);
}

function Called({ who }: { readonly who: string }) {
  return <span>{useCalled(who)}</span>;
}

/** The first of several people who are meant. */
export function AllCalled({ people }: { readonly people: readonly string[] }) {
  return (
    <>
      {people.slice(0, MOST_SHOWN).map((who, at) => (
        <span key={plain(who)}>
          {at > 0 && ', '}
          <Called who={who} />
        </span>
      ))}
      {people.length > MOST_SHOWN && ' …'}
    </>
  );
}
