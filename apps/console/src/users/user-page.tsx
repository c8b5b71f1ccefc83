import { Suspense } from 'react';
import { lazy } from '../shared/load/lazy';
import { inAddress, useAddress, useParams } from '../shared/screens/address';
import { useAnswer } from '../shared/api/query';
import { useDomain } from '../shared/session/domain';
import { useMay } from '../shared/session/session';
import { plain } from '../shared/texts/plain';
import { useSay, withTexts } from '../shared/texts/texts';
import { Copy } from '../shared/ui/copy';
import { ManagedBy } from '../shared/ui/managed-by';
import { Page } from '../shared/ui/page';
import { ErrorState, Skeleton } from '../shared/ui/states';
import { Tabs } from '../shared/ui/tabs';
import type { TabEntry } from '../shared/ui/tabs';
import { LockReason } from './lock-reason';
import { UserRights, UserState } from './user-state';
import { userQuery } from './users.queries';

/** Each is loaded when it is opened. */
const UserActions = lazy(async () => ({
  default: (await import('./user-actions')).UserActions,
}));
const ProfileTab = lazy(async () => ({ default: (await import('./profile-tab')).ProfileTab }));
const CardTab = lazy(() => import('./card/card-tab'));
const SessionsTab = lazy(() => import('./sessions-tab'));
const GroupsTab = lazy(() => import('./groups-tab'));
const RoomsTab = lazy(() => import('./rooms-tab'));
const ContactsTab = lazy(() => import('./contacts-tab'));
const ActivityTab = lazy(() => withTexts('sentences', import('./activity-tab')));

const TABS = ['profile', 'card', 'sessions', 'groups', 'rooms', 'contacts', 'activity'] as const;
type Tab = (typeof TABS)[number];
const search = { tab: inAddress.oneOf(...TABS) };

/** One person: who it is, what is done with the account, and everything around it in tabs. */
export default function UserPage() {
  const say = useSay();
  const may = useMay();
  const { name } = useParams('user');
  const [{ tab }, setValues] = useAddress(search);
  const { data: user, error, refetch } = useAnswer(userQuery, name);
  const domain = useDomain();
  if (error && !user) {
    return (
      <Page title={plain(name)}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!user) return <Skeleton />;
  const jid = domain ? `${name}@${domain}` : null;
  const tabs: readonly (TabEntry<Tab> | false)[] = [
    {
      value: 'profile',
      label: say('users.tabs.profile'),
      content: () => <ProfileTab user={user} />,
    },
    may('rosters:read') && {
      value: 'card',
      label: say('users.tabs.card'),
      content: () => <CardTab username={name} />,
    },
    may('sessions:read') && {
      value: 'sessions',
      label: say('users.tabs.sessions'),
      content: () => <SessionsTab username={name} />,
    },
    may('groups:read') && {
      value: 'groups',
      label: say('users.tabs.groups'),
      content: () => <GroupsTab username={name} />,
    },
    may('rooms:read') && {
      value: 'rooms',
      label: say('users.tabs.rooms'),
      content: () => <RoomsTab username={name} />,
    },
    may('rosters:read') && {
      value: 'contacts',
      label: say('users.tabs.contacts'),
      content: () => <ContactsTab username={name} />,
    },
    may('audit:read') && {
      value: 'activity',
      label: say('users.tabs.activity'),
      content: () => <ActivityTab username={name} />,
    },
  ];
  return (
    <Page
      title={plain(user.value.name || name)}
      subtitle={
        <>
          <span>{plain(jid ?? name)}</span>
          {jid && <Copy text={jid} label={say('users.copyJid')} />}
          <UserState user={user.value} />
          <ManagedBy source={user.value.managedBy} />
          <UserRights user={user.value} />
          {user.value.locked && <LockReason username={name} />}
        </>
      }
      actions={
        <Suspense>
          <UserActions key={name} user={user} />
        </Suspense>
      }
    >
      <Tabs<Tab>
        key={name}
        value={tab ?? 'profile'}
        tabs={tabs.filter((one) => one !== false)}
        onChange={(chosen) => setValues({ tab: chosen === 'profile' ? null : chosen })}
      />
    </Page>
  );
}
