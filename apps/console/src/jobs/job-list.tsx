import { ListScreen } from '../shared/list/list-screen';
import { beginsWith } from '../shared/list/use-list';
import { whoOf } from '../shared/people/named';
import { Thing } from '../shared/people/thing';
import { formatNumber } from '../shared/texts/formats';
import { useSay } from '../shared/texts/texts';
import { Empty } from '../shared/ui/states';
import { JobStatus } from './job-status';
import { jobList } from './jobs.queries';

export const begin = beginsWith(jobList);

/** What was done with many objects at once, newest first. */
export default function JobList() {
  const say = useSay();
  return (
    <ListScreen
      list={jobList}
      title={say('screens.jobs')}
      cells={{
        status: (job) => <JobStatus of={job} />,
        createdBy: ({ createdBy }) => <Thing of={whoOf(createdBy)} />,
        processed: ({ processed, lines }) =>
          say('progress.lines', { processed: formatNumber(processed), lines: formatNumber(lines) }),
      }}
      empty={<Empty title={say('jobs.empty')}>{say('jobs.emptyText')}</Empty>}
    />
  );
}
