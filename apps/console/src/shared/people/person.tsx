import { useDomain } from '../session/domain';
import { plain } from '../texts/plain';
import { Link } from '../ui/link';
import { useName } from './names';
import styles from './person.module.css';
import { usernameOf } from './username-of';

/** Somebody with a JID: the name where one is known, then the JID; an account of this service leads to its page. */
export function Person({ jid }: { readonly jid: string }) {
  const domain = useDomain();
  const username = usernameOf(jid, domain);
  const name = useName(username);
  const shown = name ? (
    <>
      {plain(name)} <span className={styles['jid']}>{plain(jid)}</span>
    </>
  ) : (
    plain(jid)
  );
  if (username === null) return shown;
  return (
    <Link to="user" params={{ name: username }} className={styles['person']}>
      {shown}
    </Link>
  );
}
