import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createApp } from '@chat-admin/api/app';
import type { App } from '@chat-admin/api/app';
import { ApiConfig } from '@chat-admin/api/config';
import { loadConfig } from '@chat-admin/configuration/load-config';
import { emptyDatabase, TEST_DOMAIN } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import { NEEDED_MODULES } from '@chat-admin/prosody-server/prosody-modules';
import pg from 'pg';
import { CHECKS } from '../../src/commands/doctor/checks.js';
import type { Remedy } from '../../src/commands/doctor/check.js';
import { examine } from '../../src/commands/doctor/run.js';
import type { Diagnosis } from '../../src/commands/doctor/run.js';
import { Deployment } from '../../src/commands/doctor/deployment.js';
import { run } from './command-world.js';
import { NPM_SCRIPT } from './npm-script.js';

const PG = import.meta.resolve('pg');
const TOKEN = 'token-of-the-chat-server';

/**
 * A database whose owner is no superuser, an API on it, and what answers as a chat server attached to it with a role
 * of its own; everything that the doctor's remedies are pasted into.
 */
export class SoundInstallation {
  environment: NodeJS.ProcessEnv = {};
  /** changes of the answer of the chat server */
  health: Record<string, unknown> = {};
  readonly owner = `owner_${randomUUID().replaceAll('-', '')}`;
  readonly chatRole = `chat_${randomUUID().replaceAll('-', '')}`;
  private app: App | null = null;
  private readonly closing: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly folder: string,
  ) {}

  static async open(): Promise<SoundInstallation> {
    const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
    const made = new SoundInstallation(await emptyDatabase(), folder);
    await made.build();
    return made;
  }

  get databaseName(): string {
    return new URL(this.database.url).pathname.slice(1);
  }

  urlOf(role: string): string {
    const url = new URL(this.database.url);
    url.username = role;
    url.password = role;
    return url.href;
  }

  async close(): Promise<void> {
    await this.app?.close();
    for (const close of this.closing.reverse()) await close();
    await this.superuser(
      `drop database if exists ${this.databaseName}_other with (force)`,
      'postgres',
    );
    await this.database.drop();
    await this.superuser(`drop role ${this.owner}`, 'postgres');
    await this.superuser(`drop role ${this.chatRole}`, 'postgres');
    await rm(this.folder, { recursive: true });
  }

  /** What the whole command finds. */
  async findings(): Promise<readonly Diagnosis[]> {
    const { out, err } = await run('doctor --json', this.environment);
    expect(err).toBe('');
    return (JSON.parse(out) as { findings: Diagnosis[] }).findings;
  }

  /** What one check finds. */
  async finding(code: string): Promise<Diagnosis> {
    const deployment = new Deployment(this.environment, { url: this.environment['DATABASE_URL']! });
    const [found] = await examine(
      deployment,
      CHECKS.filter((check) => check.code === code),
    );
    return found!;
  }

  sql(text: string): Promise<void> {
    return statements(this.urlOf(this.owner), [text]);
  }

  superuser(text: string, database = this.databaseName): Promise<void> {
    const url = new URL(this.database.url);
    url.pathname = `/${database}`;
    return statements(url.href, [text]);
  }

  async paste({ where, text }: Remedy): Promise<void> {
    if (where === 'settings') {
      for (const line of text.split('\n')) {
        const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line)!;
        this.environment[name!] = value!;
      }
    } else if (where === 'shell') {
      await this.shell(text);
    } else {
      const parts = text.split(/;(?: --.*)?(?:\n|$)/).filter((part) => part.trim() !== '');
      await statements(where === 'psql' ? this.urlOf(this.owner) : this.database.url, parts);
    }
  }

  /** What is set or unset there stays so. */
  private async shell(text: string): Promise<void> {
    const path = `${join(this.folder, 'bin')}:${process.env['PATH']}`;
    const { stdout } = await promisify(execFile)('bash', ['-ec', `{ ${text}\n} >&2; env -0`], {
      env: { ...this.environment, PATH: path },
    });
    const entries = stdout
      .split('\0')
      .filter((entry) => entry !== '')
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]);
    this.environment = Object.fromEntries(entries) as NodeJS.ProcessEnv;
  }

  private async build(): Promise<void> {
    for (const role of [this.owner, this.chatRole]) {
      await this.superuser(`create role ${role} login password '${role}'`);
    }
    await this.superuser(`alter database ${this.databaseName} owner to ${this.owner}`);
    const url = this.urlOf(this.owner);
    expect((await run('migrate', { DATABASE_URL: url, XMPP_DOMAIN: TEST_DOMAIN })).code).toBe(0);
    await this.sql(`select admit_chat_engine('${this.chatRole}')`);
    await this.attachChatServer();
    const token = join(this.folder, 'chat-server-token');
    await writeFile(token, TOKEN, { mode: 0o600 });
    const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const [api, management, legacy, legacyManagement] = ports.map(String);
    this.environment = {
      DATABASE_URL: url,
      CHAT_SERVER_URL: await this.bridge(),
      CHAT_SERVER_TOKEN_FILE: token,
      API_PORT: api,
      MANAGEMENT_PORT: management,
      LEGACY_PORT: legacy,
      LEGACY_MANAGEMENT_PORT: legacyManagement,
    };
    const config = loadConfig(ApiConfig, this.environment);
    this.app = await createApp(
      Object.assign(config, { databasePoolSize: 4, logLevel: 'silent', scramIterations: 4096 }),
    );
    await this.app.listen();
    await this.programs();
  }

  private async attachChatServer(): Promise<void> {
    const client = new pg.Client({ connectionString: this.urlOf(this.chatRole) });
    await client.connect();
    await client.query(`select engine.hello(1, 'chat-1', true)`);
    this.closing.push(() => client.end());
  }

  private async bridge(): Promise<string> {
    const server: Server = createServer(({ headers }, response) => {
      response.statusCode = headers.authorization === `Bearer ${TOKEN}` ? 200 : 401;
      response.end(
        JSON.stringify({
          node: 'chat-1',
          engine: 'prosody',
          version: '0.12.3',
          contract: 1,
          domain: TEST_DOMAIN,
          sessions: 0,
          listeners: [],
          modules: NEEDED_MODULES,
          stock_expiry: [],
          database: { attached: true },
          ...this.health,
        }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.closing.push(async () => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** As much of npm and psql as remedies need. */
  private async programs(): Promise<void> {
    const bin = join(this.folder, 'bin');
    await promisify(execFile)('mkdir', [bin]);
    await writeFile(join(bin, 'npm'), NPM_SCRIPT);
    await writeFile(
      join(bin, 'psql.mjs'),
      `import pg from '${PG}';
       const [url, , text] = process.argv.slice(2);
       const client = new pg.Client({ connectionString: url });
       await client.connect();
       await client.query(text);
       await client.end();`,
    );
    await writeFile(
      join(bin, 'psql'),
      `#!/bin/sh\nexec ${process.execPath} ${bin}/psql.mjs "$@"\n`,
    );
    await chmod(join(bin, 'npm'), 0o755);
    await chmod(join(bin, 'psql'), 0o755);
  }
}

async function statements(url: string, texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}

/** Nothing listens there now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
