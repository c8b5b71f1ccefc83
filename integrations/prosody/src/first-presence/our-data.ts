import pg from 'pg';
import { passwordOf } from '../load/plan.js';
import { CASES, PEOPLE } from './cases.js';
import { ITERATIONS, scramKeys } from './scram-keys.js';

/** All accounts and contacts, as stored by the service. @param visitors those who log in */
export async function fillDatabase(
  url: string,
  domain: string,
  visitors: readonly string[],
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the server may be stopped after a failure
  await client.connect();
  try {
    await client.query('insert into account (username) select unnest($1::text[])', [PEOPLE]);
    for (const username of visitors) {
      await client.query('select engine.register_account($1, $2)', [username, keysOf(username)]);
    }
    for (const { username, roster, groups } of CASES) {
      await client.query(
        `insert into roster_item (owner, jid, nickname, subscription, groups)
         select $1, name || '@' || $3, name, 3, '{}' from unnest($2::text[]) as name`,
        [username, roster, domain],
      );
      for (const [name, people] of groups) {
        await client.query('insert into user_group (name, shared) values ($1, true)', [name]);
        await client.query(
          `insert into group_member (group_name, jid, is_admin)
           select $1, name || '@' || $3, false from unnest($2::text[]) as name`,
          [name, [username, ...people], domain],
        );
      }
    }
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

function keysOf(username: string) {
  const of = (hash: 'sha1' | 'sha256') => {
    const keys = scramKeys(hash, passwordOf(username), username);
    return {
      salt: keys.salt.toString('base64'),
      iterations: ITERATIONS,
      stored_key: keys.storedKey.toString('base64'),
      server_key: keys.serverKey.toString('base64'),
    };
  };
  return { sha1: of('sha1'), sha256: of('sha256') };
}
