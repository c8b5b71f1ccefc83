import { useDomain } from '../session/domain';
import { plain } from '../texts/plain';
import { Link } from '../ui/link';
import { useName } from './names';
import styles from './person.module.css';
import { usernameOf } from './username-of';

/** Somebody with a JID: the name where one is known, then the JID; an account of this service leads to its page. */
export function Person({ jid }: { readonly jid: string }) {
  return <Account username={usernameOf(jid, useDomain())} shown={jid} />;
}

/** An account: its name where it has one, then the user name, or what is shown in its place. `null`: none of this service */
export function Account({
  username,
  shown = username ?? '',
}: {
  readonly username: string | null;
  readonly shown?: string;
}) {
  const name = useName(username);
  const called = name ? (
    <>
      {plain(name)} <span className={styles['jid']}>{plain(shown)}</span>
    </>
  ) : (
    plain(shown)
  );
  if (username === null) return called;
  return (
    <Link to="user" params={{ name: username }} className={styles['person']}>
      {called}
    </Link>
  );
}
