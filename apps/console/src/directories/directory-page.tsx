import { useAnswer } from '../shared/api/query';
import { ListScreen } from '../shared/list/list-screen';
import { whoOf } from '../shared/people/named';
import { Thing } from '../shared/people/thing';
import { useParams } from '../shared/screens/address';
import { useMay } from '../shared/session/session';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Link } from '../shared/ui/link';
import { Page } from '../shared/ui/page';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
import styles from './directories.module.css';
import { directoryQuery, runList } from './directories.queries';
import { DirectoryActions } from './directory-actions';
import { DirectoryFacts } from './directory-facts';
import { DirectoryState, Outcome, RunStatus } from './directory-words';

/** One directory: how it is kept in step, and its runs. */
export default function DirectoryPage() {
  const say = useSay();
  const mayChange = useMay()('directories:write');
  const { name } = useParams('directory');
  const { data: directory, error, refetch } = useAnswer(directoryQuery, name);
  if (!directory) {
    return (
      <Page title={say('screens.directory')}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />}
      </Page>
    );
  }
  const { state, lastRun } = directory;
  return (
    <Page
      title={plain(name)}
      subtitle={<DirectoryState of={directory} />}
      actions={mayChange && <DirectoryActions key={name} of={directory} />}
    >
      {state === 'waiting' && lastRun && (
        <p className={styles['waits']}>
          {say('directories.waits')}{' '}
          <Link to="directoryRun" params={{ name, id: lastRun }}>
            {say('directories.run', { id: lastRun })}
          </Link>
        </p>
      )}
      <DirectoryFacts of={directory} />
      <section className={styles['runs']}>
        <h2>{say('directories.runs')}</h2>
        <ListScreen
          key={name}
          list={runList}
          path={{ name }}
          title={say('directories.runs')}
          cells={{
            status: (run) => <RunStatus of={run} />,
            message: (run) => <Outcome of={run} />,
            createdBy: ({ createdBy }) => <Thing of={whoOf(createdBy)} />,
          }}
          empty={<Empty title={say('directories.noRuns')}>{say('directories.noRunsText')}</Empty>}
          isPart
        />
      </section>
    </Page>
  );
}
