import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { startTemporaryMariadb } from './temporary-mariadb.js';

const suite = await suiteNeeds(describe, 'startTemporaryMariadb', ['mariadbd']);

suite('startTemporaryMariadb', () => {
  it('loads a script, and refuses a broken one', async () => {
    const server = await startTemporaryMariadb();
    try {
      expect(await server.load('one', "create table t (a text); insert into t values ('ß');")).toBe(
        `${server.url}/one`,
      );
      await expect(server.load('two', 'insert into t values (1);')).rejects.toThrow("'two.t'");
    } finally {
      await server.stop();
    }
  });
});
