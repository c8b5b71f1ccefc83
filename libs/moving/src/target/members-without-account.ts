import type { ReportEntry } from '../report.js';
import type { Target } from './target.js';

const SHOWN = 20;

/** Of each group that was moved, who of the domain is named there without an account. They count once there is one. */
export async function membersWithoutAccount(
  target: Target,
  domain: string,
): Promise<readonly ReportEntry[]> {
  const rows = await target.query<{ name: string; some: string[]; count: number }>(
    `select group_name as name, (array_agg(jid order by jid))[1:${SHOWN}] as some, count(*)::integer
     from group_member
     where right(jid, length($1) + 1) = '@' || $1
       and not exists (select from account where username = left(jid, -length($1) - 1))
       and exists (select from moving.item where kind = 'groups' and target = array[group_name])
     group by group_name order by group_name`,
    [domain],
  );
  return rows.map(({ name, some, count }) => {
    const more = count > SHOWN ? `, and ${count - SHOWN} more` : '';
    const text = `there is no account: ${some.join(', ')}${more}`;
    return { kind: 'groups', name, code: 'member-missing', text, count };
  });
}
