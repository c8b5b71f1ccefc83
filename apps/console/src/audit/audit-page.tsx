import { useAnswer } from '../shared/api/query';
import { useParams } from '../shared/screens/address';
import { plain } from '../shared/texts/plain';
import { sayIfKnown, useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Copy } from '../shared/ui/copy';
import { Facts } from '../shared/ui/facts';
import type { Fact } from '../shared/ui/facts';
import { Link } from '../shared/ui/link';
import { Page } from '../shared/ui/page';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
import { Time } from '../shared/ui/time';
import { decoded, namesOf, readDetails, viaOf } from '../shared/audit/audit-details';
import { memberOf, roomOf } from '../shared/audit/named';
import { sentenceOf, textOf } from '../shared/audit/sentence';
import { Told } from '../shared/audit/sentence-view';
import { Thing } from '../shared/people/thing';
import type { Named } from '../shared/people/thing';
import type { AuditEntry } from './audit.fields';
import styles from './audit.module.css';
import { auditEntryQuery } from './audit.queries';
import { Outcome } from '../shared/audit/outcome';

/** Shown as lists of names, and what they are. */
const LISTS: Readonly<Record<string, (name: string) => Named>> = {
  changed: (name) => ({ kind: 'text', name }),
  scopes: (name) => ({ kind: 'text', name }),
  added: memberOf,
  removed: memberOf,
  users: (name) => ({ kind: 'person', name }),
  groups: (name) => ({ kind: 'group', name }),
  rooms: roomOf,
};

/** One entry of the audit log. */
export default function AuditPage() {
  const say = useSay();
  const { time, id } = useParams('auditEntry');
  const { data: entry, error, refetch } = useAnswer(auditEntryQuery, time, id);
  const title = entry ? plain(textOf(sentenceOf(say, entry))) : say('screens.auditEntry');
  return (
    <Page
      title={title}
      actions={<Copy text={window.location.href} label={say('audit.copyLink')} />}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {entry === undefined && !error && <Skeleton />}
      {entry === null && <Empty title={say('audit.gone')}>{say('audit.goneText')}</Empty>}
      {entry && <Entry entry={entry} />}
    </Page>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const say = useSay();
  const details = readDetails(entry.details);
  const { object = '', outcome, ...others } = details;
  const facts: readonly Fact[] = [
    [
      say('audit.fields.timestamp'),
      <Time key="time" of={new Date(entry.timestamp * 1000).toISOString()} isAbsolute />,
    ],
    [
      say('audit.fields.username'),
      <Link key="who" to="audit" search={{ username: entry.username }}>
        {plain(entry.username)}
      </Link>,
    ],
    [say('audit.via'), say(`audit.vias.${viaOf(entry.username, details)}`)],
    [say('audit.fields.summary'), <Told key="told" act={entry} />],
    [say('audit.request'), plain(entry.summary)],
    [
      say('audit.details.object'),
      <Link key="object" to="audit" search={{ object }}>
        {plain(decoded(object))}
      </Link>,
    ],
    [say('audit.details.outcome'), <Outcome key="outcome" of={outcome} />],
    ...Object.entries(others).map(([name, value]): Fact => [
      sayIfKnown(`audit.details.${name}`) ?? name,
      LISTS[name] ? <Names names={namesOf(value).map(LISTS[name])} /> : plain(decoded(value)),
    ]),
    [say('audit.fields.node'), plain(entry.node)],
  ];
  return <Facts facts={facts} />;
}

function Names({ names }: { readonly names: readonly Named[] }) {
  return (
    <span className={styles['names']}>
      {names.map((name) => (
        <Badge key={name.name}>
          <Thing of={name} />
        </Badge>
      ))}
    </span>
  );
}
