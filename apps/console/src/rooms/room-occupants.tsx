import { Ban, Mic, MicOff, UserX } from 'lucide-react';
import { useState } from 'react';
import { tryAct } from '../shared/act/act';
import { api } from '../shared/api/client';
import { useAnswer } from '../shared/api/query';
import { Person } from '../shared/people/person';
import { useMay } from '../shared/session/session';
import { formatNumber } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { sayIfKnown, useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Button } from '../shared/ui/button';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
import { KickDialog } from './kick-dialog';
import { occupantsQuery } from './occupants.queries';
import type { Occupant } from './occupants.queries';
import styles from './rooms.module.css';
import { ofRoom } from './rooms.queries';

interface Place {
  readonly service: string;
  readonly name: string;
}

/** Who is in the room just now. */
export function RoomOccupants({ service, name }: Place) {
  const say = useSay();
  const { data: occupants, error, refetch } = useAnswer(occupantsQuery, service, name);
  const [leaving, setLeaving] = useState<{ who: Occupant; isBan: boolean } | null>(null);
  if (error && !occupants) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!occupants) return <Skeleton />;
  return (
    <>
      {occupants.length === 0 ? (
        <Empty title={say('rooms.occupants.empty')}>{say('rooms.occupants.emptyText')}</Empty>
      ) : (
        <>
          <ul className={styles['people']}>
            {occupants.map((who) => (
              <OccupantRow
                key={`${who.nickname} ${who.userAddress}`}
                service={service}
                name={name}
                who={who}
                onLeave={(isBan) => setLeaving({ who, isBan })}
              />
            ))}
          </ul>
          <p className={styles['count']}>
            {say('list.all', { number: formatNumber(occupants.length) })}
          </p>
        </>
      )}
      {leaving && (
        <KickDialog
          key={leaving.who.nickname}
          service={service}
          name={name}
          {...leaving}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

function OccupantRow({
  service,
  name,
  who,
  onLeave,
}: Place & { readonly who: Occupant; readonly onLeave: (isBan: boolean) => void }) {
  const say = useSay();
  const may = useMay();
  const { nickname, userAddress, role, affiliation } = who;
  const hasVoice = role !== 'visitor';
  const isBound = affiliation === 'owner' || affiliation === 'admin';
  const setRole = (next: typeof role) =>
    api.PUT('/chatrooms/{roomName}/occupants/{nickname}', {
      params: { path: { roomName: name, nickname }, query: ofRoom(service, name).query },
      body: { role: next },
    });
  const changeVoice = () =>
    void tryAct({
      run: () => setRole(hasVoice ? 'visitor' : 'participant'),
      done: say(hasVoice ? 'rooms.occupants.silenced' : 'rooms.occupants.voiced', {
        name: plain(nickname),
      }),
      touches: ['occupants'],
      undo: () => setRole(role),
    });
  const label = { name: plain(nickname) };
  return (
    <li>
      <span className={styles['who']}>
        <strong>{plain(nickname)}</strong>
        <span className={styles['address']}>
          <Person jid={userAddress} />
        </span>
      </span>
      <span className={styles['badges']}>
        <Badge kind={role === 'moderator' ? 'accent' : 'plain'}>
          {sayIfKnown(`rooms.occupant.choices.role.${role}`) ?? role}
        </Badge>
        {affiliation !== 'none' && (
          <Badge>
            {sayIfKnown(`rooms.occupant.choices.affiliation.${affiliation}`) ?? affiliation}
          </Badge>
        )}
      </span>
      <span className={styles['acts']}>
        {may('sessions:write') && !isBound && (
          <Button
            kind="quiet"
            icon={hasVoice ? MicOff : Mic}
            aria-label={say(hasVoice ? 'rooms.occupants.silence' : 'rooms.occupants.voice', label)}
            onClick={changeVoice}
          >
            {say(hasVoice ? 'rooms.occupants.silenceAct' : 'rooms.occupants.voiceAct')}
          </Button>
        )}
        {may('sessions:write') && (
          <Button
            kind="quiet"
            icon={UserX}
            aria-label={say('rooms.occupants.kick', label)}
            onClick={() => onLeave(false)}
          >
            {say('rooms.occupants.kickAct')}
          </Button>
        )}
        {may('rooms:write') && affiliation !== 'owner' && (
          <Button
            kind="quiet"
            icon={Ban}
            aria-label={say('rooms.occupants.ban', label)}
            onClick={() => onLeave(true)}
          >
            {say('rooms.occupants.banAct')}
          </Button>
        )}
      </span>
    </li>
  );
}
