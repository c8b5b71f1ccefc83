import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';

/** The last whose accounts and groups have no ids. */
const release = new URL('../../../../libs/persistence/releases/0.3.0/', import.meta.url);
/** Called like this by `tools/dump-release.mjs`. */
const DUMPED_ROLE = 'chat_engine_of_the_release';

export interface Size {
  readonly accounts: number;
  readonly groups: number;
}

/**
 * Fills an empty database as the former release would have left it, owned by the role of `url`.
 * Triggers are bypassed, so that nothing is told of rows which have been there for long.
 */
export async function fillAsFormerRelease(
  { url, superuserUrl }: { readonly url: string; readonly superuserUrl: string },
  { accounts, groups }: Size,
): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(`create role ${DUMPED_ROLE}`);
    await client.query(`set session_replication_role = replica; set role ${new URL(url).username}`);
    for (const part of ['schema.sql.gz', 'data.sql.gz']) {
      const text = gunzipSync(await readFile(new URL(part, release))).toString();
      await client.query(text.replaceAll(' FOR ROLE postgres ', ' '));
    }
    await client.query(`
      set search_path = public;
      insert into account (username, name, email)
      select 'u' || n, 'User ' || n, 'u' || n || '@example.org' from generate_series(1, ${accounts}) n;
      insert into user_group (name, description, shared)
      select 'g' || n, 'Group ' || n, false from generate_series(1, ${groups}) n;
      insert into group_member (group_name, jid, is_admin)
      select 'g' || n, 'u' || n || '@chat.example', true from generate_series(1, ${groups}) n`);
    await client.query('reset role');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
