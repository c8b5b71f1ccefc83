import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createApp } from '@chat-admin/api/app';
import type { App } from '@chat-admin/api/app';
import { ApiConfig } from '@chat-admin/api/config';
import { openApiDocument } from '@chat-admin/api/openapi/openapi-document';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { testDatabase, TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core';

const run = promisify(execFile);
const suite = await suiteNeeds(describe, 'a client in Go', ['go']);

/** Types of all named schemas. */
async function documentsInGo(description: object): Promise<string> {
  const { components } = description as { components: { schemas: object } };
  const properties = Object.fromEntries(
    Object.keys(components.schemas).map((name) => [name, { $ref: `#/components/schemas/${name}` }]),
  );
  const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
  const schema = JSON.stringify({ type: 'object', properties, components });
  await input.addSource({ name: 'Documents', schema });
  const inputData = new InputData();
  inputData.addInput(input);
  const { lines } = await quicktype({
    inputData,
    lang: 'go',
    rendererOptions: { package: 'main' },
  });
  return lines.join('\n');
}

suite('a client in Go, with types made of the named schemas', () => {
  let folder: string;
  let database: TestDatabase;
  let app: App;
  let api: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'go-client-'));
    database = await testDatabase();
    const config = Object.assign(new ApiConfig(), {
      port: 0,
      managementPort: 0,
      databaseUrl: database.url,
      databasePoolSize: 4,
      scramIterations: 4096,
      logLevel: 'silent',
    });
    app = await createApp(config);
    const { url } = await app.listen();
    api = new URL('plugins/restapi/v1', url).href;
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  it('is compiled, and runs the tour of the README', async () => {
    await cp(fileURLToPath(new URL('go', import.meta.url)), folder, { recursive: true });
    const documents = await documentsInGo(openApiDocument(app.routes.described()));
    await writeFile(join(folder, 'documents.go'), documents);
    const offline = { GOCACHE: join(folder, 'cache'), GOPROXY: 'off', GOTOOLCHAIN: 'local' };
    const env = { ...process.env, ...offline, CGO_ENABLED: '0' };
    await run('go', ['build', '-o', 'tour', '.'], { cwd: folder, env });
    const { stdout } = await run(join(folder, 'tour'), {
      env: { API: api, SECRET: TEST_SECRET },
    });
    const shown = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    const ola = {
      username: 'ola',
      name: 'Ola N',
      properties: [{ key: 'desk', value: '4B' }],
    };
    expect(shown).toEqual([
      ola,
      { groupnames: ['Crew'] },
      { ...ola, email: 'ola@example.net' },
      { room: 'lobby', owners: [expect.stringMatching(/^admin@/)], allowPM: 'anyone' },
      {
        Status: 404,
        exception: 'UserNotFoundException',
        message: 'Could not get user',
        resource: 'ghost',
      },
    ]);
  });
});
