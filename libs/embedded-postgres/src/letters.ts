import type pg from 'pg';

/**
 * Of libc: what pg_trgm takes for letters, which its indexes hold. All else (order, case, regular expressions) follows
 * PostgreSQL's own rules, which do not depend on it.
 */
const WITH_ALL_LETTERS = ['C.UTF-8', 'en_US.UTF-8'];
const ASCII = 'C';

/** Kept with the database: the ctype by which its indexes were built. */
const BUILT_BY = 'chat_admin.trigrams_by';

const TRIGRAM_INDEXES = `
  select indexrelid::regclass::text as name, pg_relation_size(indexrelid)::float8 as bytes
  from pg_index
  where exists (
    select from unnest(indclass) as class(id) join pg_opclass on pg_opclass.oid = class.id
    where opcname in ('gin_trgm_ops', 'gist_trgm_ops'))`;

export interface Letters {
  /** that a database is to have */
  readonly ctype: string;
  /** to be told, if letters beyond ASCII are not found; otherwise `null` */
  readonly warning: string | null;
}

/** The best that this machine has. @param client of a database with the ctype C, which every machine has */
export async function lettersHere(client: pg.Client): Promise<Letters> {
  for (const ctype of WITH_ALL_LETTERS) {
    const has = await client.query("select set_config('lc_time', $1, false)", [ctype]).then(
      () => true,
      () => false,
    );
    if (has) return { ctype, warning: null };
  }
  return {
    ctype: ASCII,
    warning: `Searches find ASCII letters and digits only, since this machine has none of the locales ${WITH_ALL_LETTERS.join(', ')}. Install one and start again.`,
  };
}

/**
 * Gives an existing database another ctype, which nothing but {@link TRIGRAM_INDEXES} depends on; {@link buildFor} has
 * to follow. To be called while nobody is connected to the database, which cannot be opened with a ctype that the
 * machine does not have.
 * @param client of another database, as superuser
 */
export async function setCtype(client: pg.Client, database: string, ctype: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_database where datname = $1 and datlocprovider = 'b' and datctype <> $2`,
    [database, ctype],
  );
  if (!rowCount) return; // as on a standby, which takes no writes
  await client.query('begin');
  await client.query('update pg_database set datctype = $2 where datname = $1', [database, ctype]);
  await client.query(`alter database ${client.escapeIdentifier(database)} reset ${BUILT_BY}`);
  await client.query('commit');
}

/** Builds the indexes again that were built by another ctype. @param client of the database, as superuser */
export async function buildFor(
  ctype: string,
  client: pg.Client,
  tell: (message: string) => void,
): Promise<void> {
  const built = await client.query<{ by: string | null }>(
    `select current_setting('${BUILT_BY}', true) as by`,
  );
  if (built.rows[0]?.by === ctype) return;
  const { rows } = await client.query<{ name: string; bytes: number }>(TRIGRAM_INDEXES);
  if (rows.length > 0) {
    const megabytes = Math.ceil(rows.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20);
    tell(`Building the search indexes again by the letters of ${ctype}, ${megabytes} MB …`);
  }
  await client.query('begin');
  for (const { name } of rows) await client.query(`reindex index ${name}`);
  const database = client.escapeIdentifier(client.database ?? '');
  await client.query(`alter database ${database} set ${BUILT_BY} = ${client.escapeLiteral(ctype)}`);
  await client.query('commit');
}
