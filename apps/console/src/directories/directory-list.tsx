import { useAnswer } from '../shared/api/query';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Card, Cards } from '../shared/ui/cards';
import { Link } from '../shared/ui/link';
import { Page } from '../shared/ui/page';
import { Empty } from '../shared/ui/states';
import styles from './directories.module.css';
import { directoriesQuery } from './directories.queries';
import { DirectoryFacts } from './directory-facts';
import { DirectoryState } from './directory-words';

const EXAMPLE = `directories:
  - name: main
    kind: ad
    servers: [ldaps://dc1.example.org]
    bind: CN=reader,OU=svc,DC=example,DC=org
    passwordFile: /etc/chat-admin/main.password
    people: {base: 'OU=people,DC=example,DC=org'}
    groups: {base: 'OU=groups,DC=example,DC=org'}`;

/** The directories that people and groups come from. */
export default function DirectoryList() {
  const say = useSay();
  const answer = useAnswer(directoriesQuery);
  return (
    <Page title={say('screens.directories')}>
      <Cards
        of={answer}
        empty={
          <Empty
            title={say('directories.empty')}
            action={
              <pre className={styles['example']}>
                <code>{EXAMPLE}</code>
              </pre>
            }
          >
            {say('directories.emptyText', { file: 'DIRECTORIES_FILE', page: 'directories.md' })}
          </Empty>
        }
      >
        {(directory) => (
          <Card
            key={directory.name}
            title={
              <Link to="directory" params={{ name: directory.name }}>
                {plain(directory.name)}
              </Link>
            }
            badge={<DirectoryState of={directory} />}
          >
            <DirectoryFacts
              of={directory}
              names={['people', 'groups', 'lastSuccess', 'nextRun', 'message']}
            />
          </Card>
        )}
      </Cards>
    </Page>
  );
}
