import { useAnswer } from '../shared/api/query';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Link } from '../shared/ui/link';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
import { roomsOfUser } from './users.queries';
import type { RoomOfUser } from './users.queries';
import styles from './users.module.css';

/** Rooms that the person belongs to, as owner, admin or member, and those that the person is banned from. */
export default function RoomsTab({ username }: { readonly username: string }) {
  const say = useSay();
  const { data: rooms, error, refetch } = useAnswer(roomsOfUser, username);
  if (error && !rooms) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!rooms) return <Skeleton />;
  const { belongsTo, bannedFrom } = rooms;
  return (
    <>
      {belongsTo.length === 0 ? (
        <Empty title={say('users.rooms.none')} />
      ) : (
        <RoomLinks rooms={belongsTo} />
      )}
      {bannedFrom.length > 0 && (
        <section aria-labelledby="banned-from">
          <h2 id="banned-from">{say('users.rooms.banned')}</h2>
          <RoomLinks rooms={bannedFrom} />
        </section>
      )}
    </>
  );
}

function RoomLinks({ rooms }: { readonly rooms: readonly RoomOfUser[] }) {
  return (
    <ul className={styles['rows']}>
      {rooms.map(({ service, roomName, naturalName }) => (
        <li key={`${service} ${roomName}`}>
          <Link to="room" params={{ service, name: roomName }}>
            {plain(roomName)}
          </Link>
          <span className={styles['details']}>
            {plain(naturalName ?? '')} · {service}
          </span>
        </li>
      ))}
    </ul>
  );
}
