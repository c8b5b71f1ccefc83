import { useAnswer } from '../shared/api/query';
import { changed } from '../shared/api/staleness';
import { choiceText } from '../shared/fields/field-table';
import { EditForm } from '../shared/form/edit-form';
import { whoOf } from '../shared/people/named';
import { Person } from '../shared/people/person';
import { Thing } from '../shared/people/thing';
import { useParams } from '../shared/screens/address';
import { useMay } from '../shared/session/session';
import { formatNumber } from '../shared/texts/formats';
import { plain, plainLines } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Facts } from '../shared/ui/facts';
import { Page } from '../shared/ui/page';
import { ErrorState, Skeleton } from '../shared/ui/states';
import { Time } from '../shared/ui/time';
import { Accused } from './accused';
import { ReportEvidence } from './report-evidence';
import { Measures } from './report-measures';
import { ReportSteps } from './report-steps';
import { ReportState } from './report-state';
import { reportFields } from './reports.fields';
import type { FullReport } from './reports.fields';
import styles from './reports.module.css';
import { knownReport, patchReport, reportQuery } from './reports.queries';

/** One report: what happened, what can be done, and what was decided. */
export default function ReportPage() {
  const say = useSay();
  const { id } = useParams('report');
  const mayChange = useMay()('reports:write');
  const { data: report, error, refetch } = useAnswer(reportQuery, id);
  if (!report) {
    return (
      <Page title={say('screens.report')}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />}
      </Page>
    );
  }
  const { value } = report;
  return (
    <Page
      title={say('reports.name', { id: plain(id) })}
      subtitle={
        <>
          <ReportState of={value} />
          <Badge>{choiceText(reportFields, 'kind', value.kind)}</Badge>
        </>
      }
      actions={mayChange && <ReportSteps key={id} of={report} />}
    >
      <div className={styles['parts']}>
        <ReportFacts of={value} />
        <ReportEvidence of={value} />
        <Measures key={`measures ${id}`} of={report} />
        <EditForm
          key={id}
          table={reportFields}
          groups={[{ name: 'handling', title: say('reports.handling') }]}
          document={report}
          save={(patch, tag) => patchReport({ value, tag }, patch)}
          reload={() => knownReport(id)}
          onSaved={() => void changed('reports')}
          scope="reports:write"
        />
      </div>
    </Page>
  );
}

function ReportFacts({ of: report }: { readonly of: FullReport }) {
  const say = useSay();
  const { accused, person, reporter, text, source, count, assignee, closedBy } = report;
  return (
    <Facts
      facts={[
        [say('reports.fields.accused'), <Accused key="accused" jid={accused} />],
        [
          say('reports.fields.person'),
          person && person !== accused && <Person key="person" jid={person} />,
        ],
        [say('reports.fields.room'), report.room && plain(report.room)],
        [say('reports.fields.reporter'), reporter && <Person key="reporter" jid={reporter} />],
        [
          say('reports.fields.text'),
          text && (
            <span key="text" className={styles['said']} lang={report.language}>
              {plainLines(text)}
            </span>
          ),
        ],
        [say('reports.fields.source'), choiceText(reportFields, 'source', source)],
        [say('reports.fields.count'), count > 1 && formatNumber(count)],
        [say('reports.fields.created'), <Time key="created" of={report.created} isAbsolute />],
        [say('reports.fields.assignee'), assignee && <Thing key="assignee" of={whoOf(assignee)} />],
        [
          say('reports.fields.closed'),
          report.closed && <Time key="closed" of={report.closed} isAbsolute />,
        ],
        [say('reports.fields.closedBy'), closedBy && <Thing key="closedBy" of={whoOf(closedBy)} />],
      ]}
    />
  );
}
