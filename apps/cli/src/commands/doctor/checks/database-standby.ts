import { readDatabaseUrl } from '@chat-admin/persistence/database/database-url';
import { ok, warning } from '../check.js';
import type { Check, Finding } from '../check.js';
import { Skipped } from '../skipped.js';

/** Where the address lists several servers, whether one of them has every acknowledged change. */
export const databaseStandby: Check = {
  code: 'database/standby',
  examine: async (deployment) => {
    const database = await deployment.database();
    const { place } = deployment;
    if ('reason' in place || readDatabaseUrl(place.url).hosts.length < 2)
      throw new Skipped('The address lists one server only');
    const [found] = await database.query<SynchronousState[]>(
      `select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commits`,
    );
    return ofStandbys(found!);
  },
};

interface SynchronousState {
  readonly names: string;
  readonly commits: string;
}

/** @param state of the server that takes writes */
export function ofStandbys({ names, commits }: SynchronousState): Finding {
  if (names.trim() === '') {
    return warning(
      'No standby is synchronous: a failover may lose acknowledged changes',
      'shell',
      'patronictl -c /etc/patroni/config.yml list # one has to be a Sync Standby; without Patroni set synchronous_standby_names',
    );
  }
  if (commits === 'off' || commits === 'local') {
    return warning(
      `synchronous_commit is ${commits}: a failover may lose acknowledged changes`,
      'superuser',
      'alter system set synchronous_commit = on; select pg_reload_conf();',
    );
  }
  return ok(`Acknowledged changes are on a standby as well (${names})`);
}
