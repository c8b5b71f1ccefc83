import { auditReaderSuite } from '@chat-admin/port-suites/audit-reader-suite';
import { perSuite } from '../../test/open-database.js';

const open = perSuite();
auditReaderSuite(open);

it('skips an offset in the index alone', async () => {
  const { query } = open();
  await query(
    `insert into audit_entry (username, occurred_at, summary, node, details)
     select 'many', to_timestamp(1000 + n / 10), 's', 'n', repeat('d', 500) from generate_series(1, 20000) n`,
  );
  await query('vacuum analyze audit_entry');
  const plan = await query<{ 'QUERY PLAN': string }>(
    `explain select log_id, occurred_at from audit_entry order by occurred_at desc, log_id desc offset 15000 limit 10`,
  );
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(
    'Index Only Scan Backward using audit_entry_occurred_at_idx',
  );
});
