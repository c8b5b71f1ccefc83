import { groupRepositorySuite } from '@chat-admin/port-suites/group-repository-suite';
import { aGroup } from '@chat-admin/port-suites/samples';
import { perSuite } from '../../test/open-database.js';

const open = perSuite();
groupRepositorySuite(open);

it('replacing does not touch unchanged rows', async () => {
  const { groups, query } = open();
  const crew = aGroup('Crew', { admins: ['ola', 'zoe'], members: ['far@other.example', 'kim'] });
  await groups.add(crew);
  const rows = () => query('select jid, xmin::text, ctid::text from group_member order by jid');
  const before = await rows();
  await groups.replace(crew);
  expect(await rows()).toEqual(before);
});
