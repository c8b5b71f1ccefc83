import { seesAllLetters } from '@chat-admin/persistence/diagnosis/seen-letters';
import { ok, warning } from '../check.js';
import type { Check } from '../check.js';
import { identifier, quoted } from '../quoted.js';

/** What pg_trgm takes for letters; names are compared as bytes, and searches fold letters themselves. */
export const databaseLetters: Check = {
  code: 'database/letters',
  examine: async (deployment) => {
    const seesAll = await seesAllLetters(await deployment.migrated());
    const { ctype, database, owner } = await deployment.server();
    if (seesAll) return ok(`Searches see all letters (LC_CTYPE ${ctype})`);
    const copy = `${database}_letters`;
    return warning(
      `Searches find ASCII letters and digits only, since the LC_CTYPE of the database is ${ctype}`,
      'shell',
      [
        '# stop the services and Prosody; as the superuser of PostgreSQL, with room for a second database:',
        `createdb --owner=${quoted(owner)} --template=template0 --encoding=UTF8 --lc-ctype=C.UTF-8 ${quoted(copy)}`,
        `pg_dump --format=custom ${quoted(database)} | pg_restore --exit-on-error --dbname=${quoted(copy)}`,
        `psql --dbname=postgres --command=${quoted(`alter database ${identifier(database)} rename to ${identifier(`${database}_former`)}`)} --command=${quoted(`alter database ${identifier(copy)} rename to ${identifier(database)}`)}`,
      ].join('\n'),
    );
  },
};
