import { ListScreen } from '../shared/list/list-screen';
import { beginsWith } from '../shared/list/use-list';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Empty } from '../shared/ui/states';
import { Time } from '../shared/ui/time';
import { decoded, readDetails } from '../shared/audit/audit-details';
import { Told } from '../shared/audit/sentence-view';
import { formatNumber } from '../shared/texts/formats';
import { auditList } from './audit.queries';
import styles from './audit.module.css';
import { Outcome } from '../shared/audit/outcome';

export const begin = beginsWith(auditList);

/** Who has done what, newest first. */
export default function AuditList() {
  const say = useSay();
  return (
    <ListScreen
      list={auditList}
      title={say('screens.audit')}
      cells={{
        timestamp: ({ timestamp }) => (
          <Time of={new Date(timestamp * 1000).toISOString()} isAbsolute />
        ),
        summary: (row) => (
          <>
            <Told act={row} />
            {row.others.length > 0 && (
              <span className={styles['others']}>
                {' '}
                {say('audit.others', {
                  count: row.others.length,
                  number: formatNumber(row.others.length),
                })}
              </span>
            )}
          </>
        ),
        details: ({ details }) => {
          const { outcome, object = '' } = readDetails(details);
          return (
            <span className={styles['object']}>
              <Outcome of={outcome} /> <span>{plain(decoded(object))}</span>
            </span>
          );
        },
      }}
      empty={<Empty title={say('audit.empty')}>{say('audit.emptyText')}</Empty>}
    />
  );
}
