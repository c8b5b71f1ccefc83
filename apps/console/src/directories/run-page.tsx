import { ChatAdminError, dataOf } from '@chat-admin/client';
import { useEffect, useRef, useState } from 'react';
import { act } from '../shared/act/act';
import { api } from '../shared/api/client';
import { useAnswer } from '../shared/api/query';
import { changed } from '../shared/api/staleness';
import { fieldsIn, labelOf } from '../shared/fields/field-table';
import { ShowValue } from '../shared/fields/show-value';
import { ResultLines } from '../shared/jobs/result-lines';
import { namedBy, whoOf } from '../shared/people/named';
import { Thing } from '../shared/people/thing';
import { useParams } from '../shared/screens/address';
import { useSay } from '../shared/texts/texts';
import { plain } from '../shared/texts/plain';
import { Button } from '../shared/ui/button';
import { Confirm } from '../shared/ui/confirm';
import { Facts } from '../shared/ui/facts';
import { Link } from '../shared/ui/link';
import { Page } from '../shared/ui/page';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
import { numberOf, takenBy } from './brake';
import { runFields } from './directories.fields';
import type { Result, Run } from './directories.fields';
import { isOver, resultList, runQuery, TOUCHED } from './directories.queries';
import { useMayRun } from './directory-actions';
import { Reason, RunStatus } from './directory-words';

/** One run: how far it is, what it would do while it waits, and what has become of each person and group. */
export default function RunPage() {
  const say = useSay();
  const mayRun = useMayRun();
  const { name, id } = useParams('directoryRun');
  const { data: run, error, refetch } = useAnswer(runQuery, name, id);
  const before = useRef(run);
  useEffect(() => {
    // it has come further
    if (before.current !== undefined && before.current !== run)
      void changed('directoryResults', 'directoryRuns', 'directory', 'directories');
    before.current = run;
  }, [run]);
  if (!run) {
    return (
      <Page title={say('screens.directoryRun')}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />}
      </Page>
    );
  }
  return (
    <Page
      title={say('directories.runOf', { id, name: plain(name) })}
      subtitle={<RunStatus of={run} />}
      actions={mayRun && !isOver(run) && <RunActions key={id} of={run} />}
    >
      <RunFacts of={run} />
      {(run.status === 'writing' || isOver(run)) && (
        <ResultLines
          key={`${name} ${id}`}
          list={resultList}
          path={{ name, id }}
          scope="users:read"
          cells={CELLS}
          {...(isOver(run) && { empty: <Nothing of={run} /> })}
        />
      )}
    </Page>
  );
}

function Nothing({ of: { status } }: { readonly of: Run }) {
  const say = useSay();
  const name = status === 'done' ? 'inStep' : 'ended';
  return <Empty title={say(`directories.${name}`)}>{say(`directories.${name}Text`)}</Empty>;
}

const CELLS = { object: (result: Result) => <Changed of={result} /> };

/** Whom a line is about, and the former name. */
function Changed({ of: { object, message } }: { readonly of: Result }) {
  const say = useSay();
  const [, was] = /^Was (.*)$/s.exec(message ?? '') ?? [];
  return (
    <>
      <Thing of={namedBy(object)} />
      {was !== undefined && ` (${say('directories.was', { name: plain(was) })})`}
    </>
  );
}

function RunFacts({ of: run }: { readonly of: Run }) {
  const shown = {
    id: null,
    status: null,
    createdBy: <Thing of={whoOf(run.createdBy)} />,
    message: run.message && <Reason of={run.message} />,
  };
  const say = useSay();
  return (
    <Facts
      facts={[
        [
          say('screens.directory'),
          <Link key="directory" to="directory" params={{ name: run.directory }}>
            {plain(run.directory)}
          </Link>,
        ],
        ...fieldsIn(runFields).map(
          ([name, spec]) =>
            [
              labelOf(runFields, name),
              name in shown
                ? shown[name as keyof typeof shown]
                : (run[name] || name === 'read') && (
                    <ShowValue
                      table={runFields}
                      name={name}
                      spec={spec}
                      value={run[name]}
                      isAbsolute
                    />
                  ),
            ] as const,
        ),
      ]}
    />
  );
}

/** Carry out a run that waits, when the number of people is typed and still holds; or end it. */
function RunActions({ of: run }: { readonly of: Run }) {
  const say = useSay();
  const [asked, setAsked] = useState<'confirm' | 'cancel' | null>(null);
  /** why it waits, as it is shown when it is asked */
  const [seen, setSeen] = useState<string>();
  const close = () => setAsked(null);
  const { id, directory: name, status, message } = run;
  const params = { path: { name, id } };
  const confirm = () =>
    act({
      run: async () => {
        const now = await dataOf(api.GET('/directories/{name}/runs/{id}', { params }));
        if (now.message !== seen) {
          setSeen(now.message);
          throw new ChatAdminError('', 412, null, null, null, null);
        }
        await api.POST('/directories/{name}/runs/{id}/confirm', { params });
      },
      done: say('directories.confirmed'),
      touches: TOUCHED,
    });
  const cancel = () =>
    act({
      run: () => api.POST('/directories/{name}/runs/{id}/cancel', { params }),
      done: say('directories.cancelled'),
      touches: TOUCHED,
    });
  return (
    <>
      <Button onClick={() => setAsked('cancel')}>{say('directories.cancel')}</Button>
      {status === 'waiting' && (
        <Button
          kind="danger"
          onClick={() => {
            setSeen(message);
            setAsked('confirm');
          }}
        >
          {say('directories.confirm')}
        </Button>
      )}
      <Confirm
        isOpen={asked === 'confirm'}
        onClose={close}
        title={say('directories.confirmTitle', { id })}
        act={say('directories.confirm')}
        typed={String(numberOf(takenBy(seen)) || name)}
        onConfirm={confirm}
      >
        <Reason of={seen} />
        <p>{say('directories.confirmText')}</p>
      </Confirm>
      <Confirm
        isOpen={asked === 'cancel'}
        onClose={close}
        title={say('directories.cancelTitle', { id })}
        act={say('directories.cancel')}
        onConfirm={cancel}
      >
        <p>{say('directories.cancelText')}</p>
      </Confirm>
    </>
  );
}
