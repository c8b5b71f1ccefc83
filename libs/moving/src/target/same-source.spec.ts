import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { isSameSource } from './same-source.js';

it.each([
  ['postgres://old.example/openfire', 'postgresql://old.example:5432/openfire'],
  ['postgres://old.example/openfire', 'postgres://OLD.example/openfire/'],
  ['postgres://old.example/openfire', 'postgres://old.example/openfire?sslmode=require'],
  ['postgres://localhost/openfire', 'postgres://127.0.0.1/openfire'],
  ['mysql://[::1]:3306/openfire', 'mariadb://localhost/openfire'],
  ['https://old.example:9091/plugins/restapi/v1/', 'https://old.example:9091/plugins/restapi/v1'],
  ['http://old.example:80/v1', 'http://old.example/v1'],
])('%s is %s', async (one, other) => {
  expect(await isSameSource(one, other)).toBe(true);
});

it.each([
  ['postgres://old.example/openfire', 'postgres://new.example/openfire'],
  ['postgres://old.example/openfire', 'postgres://old.example/openfire2'],
  ['postgres://old.example/openfire', 'postgres://old.example:5433/openfire'],
  ['postgres://old.example/openfire', 'postgres://old.example/Openfire'],
  ['postgres://old.example/openfire', 'postgres://old.example/openfire?host=10.0.0.1'],
  ['mysql://localhost?socketPath=/run/one', 'mysql://localhost?socketPath=/run/two'],
  ['mysql://old.example/?database=one', 'mysql://old.example/?database=two'],
  ['postgres://old.example:80/openfire', 'postgres://old.example/openfire'],
  ['postgres://old.example/openfire', 'mysql://old.example/openfire'],
  ['https://old.example/v1', 'http://old.example/v1'],
  ['/srv/one/users.xml', '/srv/two/users.xml'],
])('%s is not %s', async (one, other) => {
  expect(await isSameSource(one, other)).toBe(false);
});

it('files are the same by whatever path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'same-source-'));
  const home = join(folder, 'openfire');
  const embedded = join(home, 'embedded-db');
  await mkdir(embedded, { recursive: true });
  await writeFile(join(embedded, 'openfire.script'), '');
  await symlink(home, join(folder, 'link'));
  const spellings = [
    ...[home, `${home}/`, `${embedded}/`, join(embedded, 'openfire.script'), join(folder, 'link')],
    ...[relative(process.cwd(), embedded), `${folder}/./openfire/../openfire`],
  ];
  for (const spelling of spellings) expect(await isSameSource(embedded, spelling)).toBe(true);
  expect(await isSameSource(embedded, folder)).toBe(false);
  expect(await isSameSource(embedded, join(embedded, 'copy.script'))).toBe(false);
  await rm(folder, { recursive: true });
});
