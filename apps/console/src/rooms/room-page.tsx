import { useAnswer } from '../shared/api/query';
import { lazy } from '../shared/load/lazy';
import { inAddress, useAddress, useParams } from '../shared/screens/address';
import { useMay } from '../shared/session/session';
import { formatNumber } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Page } from '../shared/ui/page';
import { ErrorState, Skeleton } from '../shared/ui/states';
import { Tabs } from '../shared/ui/tabs';
import { RoomActions } from './room-actions';
import { roomQuery } from './rooms.queries';

const RoomSettings = lazy(async () => ({
  default: (await import('./room-settings')).RoomSettings,
}));
const RoomPeople = lazy(async () => ({ default: (await import('./room-people')).RoomPeople }));
const RoomOccupants = lazy(async () => ({
  default: (await import('./room-occupants')).RoomOccupants,
}));
const RoomHistory = lazy(async () => ({ default: (await import('./room-history')).RoomHistory }));

const TABS = ['settings', 'people', 'occupants', 'history'] as const;
/** The filters of a tab end with it. */
const ADDRESS = {
  tab: inAddress.oneOf(...TABS),
  text: inAddress.text,
  affiliation: inAddress.text,
  sender: inAddress.text,
};

/** One room. */
export default function RoomPage() {
  const say = useSay();
  const may = useMay();
  const { service, name } = useParams('room');
  const [{ tab }, setAddress] = useAddress(ADDRESS);
  const { data: room, error, refetch } = useAnswer(roomQuery, service, name);
  if (error && !room) {
    return (
      <Page title={plain(name)}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!room) return <Skeleton />;
  const { naturalName, subject, occupantCount } = room.value;
  const place = { service, name };
  const contents = {
    settings: () => <RoomSettings {...place} room={room} />,
    people: () => <RoomPeople {...place} />,
    occupants: () => <RoomOccupants {...place} />,
    history: () => <RoomHistory {...place} isLogged={room.value.logEnabled} />,
  };
  const isShown = (one: (typeof TABS)[number]) =>
    one === 'history' ? may('history:read') : one !== 'occupants' || may('sessions:read');
  return (
    <Page
      title={plain(naturalName || name)}
      subtitle={
        <>
          <span>{plain(`${name} · ${service}`)}</span>
          {subject && <span>{plain(subject)}</span>}
          {occupantCount !== undefined && (
            <Badge kind={occupantCount > 0 ? 'ok' : 'plain'}>
              {say('rooms.occupantsNow', {
                count: occupantCount,
                number: formatNumber(occupantCount),
              })}
            </Badge>
          )}
        </>
      }
      actions={<RoomActions {...place} />}
    >
      <Tabs
        key={`${service} ${name}`}
        value={tab ?? 'settings'}
        tabs={TABS.filter(isShown).map((value) => ({
          value,
          label: say(`rooms.tabs.${value}`),
          content: contents[value],
        }))}
        onChange={(chosen) =>
          setAddress({ tab: chosen, text: null, affiliation: null, sender: null })
        }
      />
    </Page>
  );
}
