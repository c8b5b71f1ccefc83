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
import { tour } from './tour.js';

const run = promisify(execFile);

interface Language {
  readonly lang: 'go' | 'python';
  readonly options: Readonly<Record<string, string>>;
  readonly file: string;
  /** without them quicktype reads times with a library */
  readonly hasFormats: boolean;
  /** commands, the last of which runs the tour */
  readonly commands: readonly (readonly [string, ...string[]])[];
}

const GO: Language = {
  lang: 'go',
  options: { package: 'main' },
  file: 'documents.go',
  hasFormats: true,
  commands: [['go', 'build', '-o', 'tour', '.'], ['./tour']],
};
const PYTHON: Language = {
  lang: 'python',
  options: { 'python-version': '3.7' },
  file: 'documents.py',
  hasFormats: false,
  commands: [['/usr/bin/python3', 'tour.py']],
};

/** Types of all named schemas. */
async function documentsIn(language: Language, description: object): Promise<string> {
  const { components } = JSON.parse(JSON.stringify(description), (name, value: unknown) =>
    name === 'format' && !language.hasFormats ? undefined : value,
  ) as { components: { schemas: object } };
  const properties = Object.fromEntries(
    Object.keys(components.schemas).map((name) => [name, { $ref: `#/components/schemas/${name}` }]),
  );
  const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
  const schema = JSON.stringify({ type: 'object', properties, components });
  await input.addSource({ name: 'Documents', schema });
  const inputData = new InputData();
  inputData.addInput(input);
  const { lang, options: rendererOptions } = language;
  return (await quicktype({ inputData, lang, rendererOptions })).lines.join('\n');
}

/** What each of them shows, a line each. */
const SHOWN = [
  { name: 'portal', scopes: ['users:read', 'users:write'] },
  { status: 403, exception: 'ForbiddenException' },
  [['eve'], ['ola']],
  { tried: 'true' },
  { name: 'Ola', email: 'ola@example.org' },
  { status: 412, exception: 'PreconditionFailedException' },
  { replayed: null },
  { replayed: 'true' },
  [
    [1, 'created'],
    [2, 'failed'],
  ],
];

let folder: string;
let database: TestDatabase;
let app: App;
let api: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tour-'));
  database = await testDatabase();
  const config = Object.assign(new ApiConfig(), {
    port: 0,
    managementPort: 0,
    databaseUrl: database.appUrl,
    databasePoolSize: 4,
    scramIterations: 4096,
    logLevel: 'silent',
  });
  app = await createApp(config);
  const { url } = await app.listen();
  api = new URL('plugins/restapi/v1', url).href;
});
afterEach(async () => {
  await app.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function shownIn(language: Language): Promise<unknown> {
  await cp(fileURLToPath(new URL(language.lang, import.meta.url)), folder, { recursive: true });
  const documents = await documentsIn(language, openApiDocument(app.routes.described()));
  await writeFile(join(folder, language.file), documents);
  const offline = { GOCACHE: join(folder, 'cache'), GOPROXY: 'off', GOTOOLCHAIN: 'local' };
  const env = { ...process.env, ...offline, CGO_ENABLED: '0', API: api, SECRET: TEST_SECRET };
  let shown = '';
  for (const [program, ...given] of language.commands) {
    shown = (await run(program, given, { cwd: folder, env })).stdout;
  }
  return shown
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

const title = 'the tour for programs';
(await suiteNeeds(describe, `${title}, in Go`, ['go']))(title, () => {
  it('runs in Go, with types made of the named schemas', async () => {
    expect(await shownIn(GO)).toEqual(SHOWN);
  });
});

(await suiteNeeds(describe, `${title}, in Python`, ['python3']))(title, () => {
  it('runs in Python, with types made of the named schemas', async () => {
    expect(await shownIn(PYTHON)).toEqual(SHOWN);
  });
});

it('the tour for programs runs in TypeScript, with the client', async () => {
  expect(await tour(new URL(api).origin, TEST_SECRET)).toEqual(SHOWN);
});
