import { dataOf } from '@chat-admin/client';
import { useState } from 'react';
import { RotateDialog } from '../shared/act/rotate-dialog';
import { api } from '../shared/api/client';
import { ifMatch, optionsOf, useAnswer } from '../shared/api/query';
import { changed, isStatus, queryClient } from '../shared/api/staleness';
import { EditForm } from '../shared/form/edit-form';
import { useOpen, useParams } from '../shared/screens/address';
import { useMay } from '../shared/session/session';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Confirm } from '../shared/ui/confirm';
import { Facts } from '../shared/ui/facts';
import { Page } from '../shared/ui/page';
import { SecretOnce } from '../shared/ui/secret-once';
import { ErrorState, Skeleton } from '../shared/ui/states';
import { Time } from '../shared/ui/time';
import { toast } from '../shared/ui/toast';
import { keyFields, tokenStart } from './keys.fields';
import type { Key } from './keys.fields';
import { keyQuery } from './keys.queries';

const DAY_MS = 24 * 60 * 60_000;

/** One key. */
export default function KeyPage() {
  const say = useSay();
  const may = useMay();
  const { id } = useParams('key');
  const { data: key, error, refetch } = useAnswer(keyQuery, id);
  if (!key) {
    return (
      <Page title={say('screens.key')}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />}
      </Page>
    );
  }
  const reload = () => queryClient.fetchQuery({ ...optionsOf(keyQuery, id), staleTime: 0 });
  return (
    <Page
      title={plain(key.value.name)}
      subtitle={<code>{tokenStart(id)}</code>}
      actions={may('keys:write') && <KeyActions key={id} of={key.value} />}
    >
      <KeyFacts of={key.value} />
      {may('keys:write') && (
        <EditForm
          key={id}
          table={keyFields}
          groups={[{ name: 'key' }, { name: 'limits', title: say('keys.groups.limits') }]}
          document={key}
          save={(patch, tag) =>
            api.PATCH('/keys/{id}', {
              params: { path: { id } },
              headers: ifMatch(tag),
              body: patch,
            })
          }
          reload={reload}
          errorField={(fault) => (isStatus(fault, 409) ? 'name' : null)}
          onSaved={() => void changed('keys')}
        />
      )}
    </Page>
  );
}

function KeyFacts({ of: key }: { readonly of: Key }) {
  const say = useSay();
  return (
    <Facts
      facts={[
        [say('keys.fields.createdBy'), plain(key.createdBy)],
        [say('keys.fields.created'), <Time key="created" of={key.created} isAbsolute />],
        [
          say('keys.fields.lastUsed'),
          key.lastUsed ? <Time of={key.lastUsed} /> : say('keys.neverUsed'),
        ],
        [say('keys.fields.lastAddress'), key.lastAddress],
        [
          say('keys.previousValidUntil'),
          key.previousValidUntil && <Time of={key.previousValidUntil} isAbsolute />,
        ],
      ]}
    />
  );
}

function KeyActions({ of: key }: { readonly of: Key }) {
  const say = useSay();
  const open = useOpen();
  const [asked, setAsked] = useState<'rotate' | 'revoke' | null>(null);
  const [token, setToken] = useState<string | null>(null);
  const close = () => setAsked(null);
  const { id } = key;
  const name = plain(key.name);
  const isInUse = key.lastUsed !== undefined && Date.now() - Date.parse(key.lastUsed) < DAY_MS;
  const rotate = async (overlap: number) => {
    const params = { path: { id }, query: { overlap } };
    const issued = await dataOf(api.POST('/keys/{id}/rotate', { params }));
    close();
    setToken(issued.token);
    void changed('key', 'keys');
  };
  const revoke = async () => {
    await api.DELETE('/keys/{id}', { params: { path: { id } } });
    toast(say('keys.revoked', { name }));
    void changed('keys');
    open({ to: 'keys' }, true);
  };
  return (
    <>
      <Button onClick={() => setAsked('rotate')}>{say('keys.rotate')}</Button>
      <Button kind="danger" onClick={() => setAsked('revoke')}>
        {say('keys.revoke')}
      </Button>
      {asked === 'rotate' && (
        <RotateDialog
          onClose={close}
          title={say('keys.rotate')}
          text={say('keys.rotateText')}
          onRotate={rotate}
        />
      )}
      <Confirm
        isOpen={asked === 'revoke'}
        onClose={close}
        title={say('keys.revokeTitle', { name })}
        act={say('keys.revokeTitle', { name })}
        {...(isInUse && { typed: key.name })}
        onConfirm={revoke}
      >
        <p>{say('keys.revokeText')}</p>
        {isInUse && <p>{say('keys.revokeInUse')}</p>}
      </Confirm>
      <SecretOnce
        title={say('keys.token')}
        text={say('keys.tokenText')}
        secret={token}
        onClose={() => setToken(null)}
      />
    </>
  );
}
