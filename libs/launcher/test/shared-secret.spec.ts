import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../src/embedded-database.js';
import { sharedSecret } from '../src/shared-secret.js';

describe('sharedSecret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shared-secret-spec-'));
  chmodSync(folder, 0o711); // the server's account has to traverse it
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is read from the embedded database and from the user's, running or not", async () => {
    const data = { DATA_DIR: join(folder, 'data') };
    const server = await startEmbeddedDatabase(data);
    const places = [data, { DATABASE_URL: server.url }];
    try {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      const expectAll = (message: string) =>
        Promise.all(places.map((place) => expect(sharedSecret(place)).rejects.toThrow(message)));
      await expectAll('The database is not prepared yet');
      await client.query('create table system_property (key text, value text)');
      await expectAll('The database contains no plugin.restapi.secret');
      await client.query(`insert into system_property values ('plugin.restapi.secret', 's3cret')`);
      await client.end();
      for (const place of places) expect(await sharedSecret(place)).toBe('s3cret');
    } finally {
      await server.stop();
    }
    expect(await sharedSecret(data)).toBe('s3cret');
    await expect(sharedSecret({ DATABASE_URL: server.url })).rejects.toThrow(
      /^The database cannot be queried: .*ECONNREFUSED/,
    );
  });

  it('reports missing data, and creates none', async () => {
    const none = join(folder, 'none');
    await expect(sharedSecret({ DATA_DIR: none })).rejects.toThrow(
      `There is no data in ${join(none, 'postgres')} yet: "npm start" creates it.`,
    );
    expect(existsSync(none)).toBe(false);
  });

  it.each([
    [{ DATABASE_URL_FILE: join(folder, 'missing') }, 'DATABASE_URL_FILE: the file cannot be read.'],
    [{ DATABASE_URL: 'postgres://chat:hunter2@[/' }, 'The database cannot be queried: Invalid URL'],
  ])('reports what is wrong with %p', async (environment, message) => {
    await expect(sharedSecret(environment)).rejects.toThrow(message);
  });
});
