import { ListScreen } from '../shared/list/list-screen';
import { beginsWith } from '../shared/list/use-list';
import { whoOf } from '../shared/people/named';
import { Person } from '../shared/people/person';
import { Thing } from '../shared/people/thing';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Empty } from '../shared/ui/states';
import { Accused } from './accused';
import { ReportState } from './report-state';
import { reportList } from './reports.queries';

export const begin = beginsWith(reportList);

/** What people have reported: what waits for somebody comes first. */
export default function ReportList() {
  const say = useSay();
  return (
    <ListScreen
      list={reportList}
      title={say('screens.reports')}
      cells={{
        status: (report) => <ReportState of={report} />,
        accused: ({ accused }) => <Accused jid={accused} />,
        reporter: ({ reporter }) => reporter && <Person jid={reporter} />,
        person: ({ person }) => person && <Person jid={person} />,
        assignee: ({ assignee }) => assignee && <Thing of={whoOf(assignee)} />,
        closedBy: ({ closedBy }) => closedBy && <Thing of={whoOf(closedBy)} />,
        room: ({ room }) => room && plain(room),
      }}
      empty={<Empty title={say('reports.empty')}>{say('reports.emptyText')}</Empty>}
    />
  );
}
