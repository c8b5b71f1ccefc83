import type { DataSource, QueryRunner } from 'typeorm';

/** What the migrations of this version would run on an empty database; runs nothing. */
export async function recordedSql({ migrations }: DataSource): Promise<readonly string[]> {
  const texts: string[] = [];
  const recorder = {
    query: (text: string) => {
      texts.push(text);
      return Promise.resolve([]);
    },
  };
  for (const migration of migrations) {
    // what asks about rows, which are not there, has no more tables to tell of
    await migration.up(recorder as unknown as QueryRunner).catch(() => undefined);
  }
  return texts;
}
