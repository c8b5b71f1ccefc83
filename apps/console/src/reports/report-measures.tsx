import { usernameOf } from '../shared/people/username-of';
import type { ParamsOf } from '../shared/screens/paths';
import { useDomain } from '../shared/session/domain';
import { useMay } from '../shared/session/session';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Link } from '../shared/ui/link';
import type { FullReport } from './reports.fields';
import styles from './reports.module.css';

/** Where what can be done is done; what the session may not do is absent. */
export function Measures({ of: { person, accused, room } }: { readonly of: FullReport }) {
  const say = useSay();
  const may = useMay();
  const mayPutOut = may('sessions:write') || may('rooms:write');
  const domain = useDomain();
  const username = person === undefined ? null : usernameOf(person, domain);
  const place = room === undefined ? null : roomIn(room);
  const who = { name: plain(username ?? '') };
  const where = { room: plain(place?.name ?? '') };
  return (
    <section className={styles['part']}>
      <h2>{say('reports.measures.title')}</h2>
      <ul className={styles['measures']}>
        {username !== null && may('users:read') && may('lockouts:write') && (
          <li>
            <Link to="user" params={{ name: username }} search={{ act: 'lock' }}>
              {say('reports.measures.lock', who)}
            </Link>
          </li>
        )}
        {place !== null && may('rooms:read') && may('history:read') && (
          <li>
            <Link to="room" params={place} search={{ tab: 'history', sender: person }}>
              {say(
                may('history:write') ? 'reports.measures.messages' : 'reports.measures.seeMessages',
                where,
              )}
            </Link>
          </li>
        )}
        {place !== null && may('rooms:read') && may('sessions:read') && mayPutOut && (
          <li>
            <Link to="room" params={place} search={{ tab: 'occupants' }}>
              {say('reports.measures.remove', where)}
            </Link>
          </li>
        )}
        <li>
          <Link to="reports" search={{ accused: person ?? accused }}>
            {say('reports.measures.others')}
          </Link>
        </li>
      </ul>
    </section>
  );
}

/** The room that a report names as `room@service`. Contract: extensions E20 */
function roomIn(room: string): ParamsOf<'room'> {
  const at = room.lastIndexOf('@');
  return { name: room.slice(0, at), service: room.slice(at + 1) };
}
