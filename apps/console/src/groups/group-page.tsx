import { KeyRound, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { api } from '../shared/api/client';
import { ifMatch, useAnswer } from '../shared/api/query';
import { MOST_SELECTED } from '../shared/list/export';
import { lazy } from '../shared/load/lazy';
import { inAddress, useAddress, useParams } from '../shared/screens/address';
import { useMay } from '../shared/session/session';
import { formatNumber } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { ManagedBy, useManager } from '../shared/ui/managed-by';
import { Button } from '../shared/ui/button';
import { Page } from '../shared/ui/page';
import { toastFailure } from '../shared/ui/refused';
import { ErrorState, Skeleton } from '../shared/ui/states';
import { Tabs } from '../shared/ui/tabs';
import { everyMember, groupQuery } from './groups.queries';

const GroupMembers = lazy(async () => ({
  default: (await import('./group-members')).GroupMembers,
}));
const GroupSharing = lazy(async () => ({
  default: (await import('./group-sharing')).GroupSharing,
}));
const GroupSettings = lazy(async () => ({
  default: (await import('./group-settings')).GroupSettings,
}));
const ResetPasswords = lazy(async () => ({
  default: (await import('../shared/jobs/reset-passwords')).ResetPasswords,
}));
const DeleteGroup = lazy(async () => ({ default: (await import('./delete-group')).DeleteGroup }));

const TABS = ['members', 'sharing', 'settings'] as const;
/** The filters of a tab end with it. */
const ADDRESS = { tab: inAddress.oneOf(...TABS), text: inAddress.text, role: inAddress.text };

/** One group. */
export default function GroupPage() {
  const say = useSay();
  const may = useMay();
  const { name } = useParams('group');
  const [{ tab }, setAddress] = useAddress(ADDRESS);
  const [isDeleting, setDeleting] = useState(false);
  const [isReading, setReading] = useState(false);
  const [people, setPeople] = useState<readonly string[] | null>(null);
  const { data: group, error, refetch } = useAnswer(groupQuery, name);
  const manager = useManager(group?.value.managedBy);
  if (error && !group) {
    return (
      <Page title={plain(name)}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!group) return <Skeleton />;
  const { shared, memberCount = 0, description } = group.value;
  const save = (patch: Readonly<Record<string, unknown>>, tag: string | null) =>
    api.PATCH('/groups/{groupName}', {
      params: { path: { groupName: name } },
      headers: ifMatch(tag),
      body: patch,
    });
  const resetPasswords = async () => {
    setReading(true);
    try {
      setPeople(await everyMember(name));
    } catch (fault) {
      toastFailure(fault);
    }
    setReading(false);
  };
  const mayReset = may('users:write') && may('jobs:write');
  const contents = {
    members: () => <GroupMembers name={name} isManaged={manager !== null} />,
    sharing: () => <GroupSharing name={name} group={group} save={save} />,
    settings: () => <GroupSettings key={name} name={name} group={group} save={save} />,
  };
  return (
    <Page
      title={plain(name)}
      subtitle={
        <>
          {description && <span>{plain(description)}</span>}
          <Badge>
            {say('groups.people', { count: memberCount, number: formatNumber(memberCount) })}
          </Badge>
          {shared && <Badge kind="accent">{say('groups.isShared')}</Badge>}
          <ManagedBy source={group.value.managedBy} />
        </>
      }
      actions={
        <>
          {mayReset && memberCount > 0 && memberCount <= MOST_SELECTED && (
            <Button icon={KeyRound} isBusy={isReading} onClick={() => void resetPasswords()}>
              {say('passwords.reset.act')}
            </Button>
          )}
          {may('groups:write') && (
            <Button
              kind="danger"
              icon={Trash2}
              disabled={manager !== null}
              title={manager ?? undefined}
              onClick={() => setDeleting(true)}
            >
              {say('groups.delete.act')}
            </Button>
          )}
        </>
      }
    >
      <Tabs
        key={name}
        value={tab ?? 'members'}
        tabs={TABS.filter((one) => one !== 'settings' || may('groups:write')).map((value) => ({
          value,
          label: say(`groups.tabs.${value}`),
          content: contents[value],
        }))}
        onChange={(chosen) => setAddress({ tab: chosen, text: null, role: null })}
      />
      <Suspense>
        {people !== null && <ResetPasswords names={people} onClose={() => setPeople(null)} />}
        {isDeleting && (
          <DeleteGroup name={name} count={memberCount} onClose={() => setDeleting(false)} />
        )}
      </Suspense>
    </Page>
  );
}
