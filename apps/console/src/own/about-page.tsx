import { api, serviceUrl } from '../shared/api/client';
import { query, useAnswer } from '../shared/api/query';
import { useSession } from '../shared/session/session';
import { useSay } from '../shared/texts/texts';
import { Copy } from '../shared/ui/copy';
import { Page } from '../shared/ui/page';
import styles from './own.module.css';

/** The version of the service, of its description. */
const version = query({
  key: 'version',
  call: async (call) => {
    const { data } = await api.GET('/openapi.json' as never, call as never);
    return (data as unknown as { readonly info: { readonly version: string } }).info.version;
  },
});

/** Versions, licence, and where to read more. */
export default function AboutPage() {
  const say = useSay();
  const { who } = useSession();
  const { data: number = '…' } = useAnswer(version);
  const facts = [
    [say('about.version'), number],
    [say('about.signedIn'), who?.username ?? ''],
    [say('about.scopes'), who?.scopes.join(', ') ?? ''],
    [say('about.browser'), navigator.userAgent],
  ] as const;
  const report = facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <Page title={say('screens.about')} subtitle={say('about.subtitle')}>
      <div className={styles['form']}>
        <dl className={styles['facts']}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={styles['copy']}>
          {say('about.forReports')} <Copy text={report} label={say('about.copy')} />
        </p>
        <ul className={styles['links']}>
          <li>
            <a href={serviceUrl('plugins/restapi/v1/docs/')} target="_blank" rel="noreferrer">
              {say('about.apiDocs')}
            </a>
          </li>
        </ul>
        <p>{say('about.licence')}</p>
      </div>
    </Page>
  );
}
