import { keepsSessions } from '@chat-admin/persistence/diagnosis/kept-sessions';
import { fault, ok } from '../check.js';
import type { Check } from '../check.js';

export const databasePooler: Check = {
  code: 'database/pooler',
  examine: async (deployment) => {
    if (await keepsSessions(await deployment.database())) {
      return ok('Each connection is a session of the server');
    }
    return fault(
      'A pooler lends sessions for single transactions, but notices and prepared statements need a session',
      'shell',
      "sed -i 's/^pool_mode *=.*/pool_mode = session/' /etc/pgbouncer/pgbouncer.ini && systemctl reload pgbouncer",
    );
  },
};
