import { fault, ok } from '../check.js';
import type { Check } from '../check.js';
import { identifier } from '../quoted.js';

export const databaseWritable: Check = {
  code: 'database/writable',
  examine: async (deployment) => {
    const { inRecovery, readOnly, database, role } = await deployment.server();
    if (inRecovery) {
      return fault(
        'The database is a standby, which takes no writes: the address has to name the primary too',
        'settings',
        "DATABASE_URL='postgres://<user>:<password>@<primary>,<standby>/<database>?target_session_attrs=read-write'",
      );
    }
    if (!readOnly) return ok('The database takes writes');
    return fault(
      'The database refuses writes: default_transaction_read_only is on',
      'superuser',
      [
        'set default_transaction_read_only = off;',
        `alter database ${identifier(database)} reset default_transaction_read_only;`,
        `alter role ${identifier(role)} reset default_transaction_read_only;`,
        'alter system reset default_transaction_read_only;',
        'select pg_reload_conf();',
      ].join('\n'),
    );
  },
};
