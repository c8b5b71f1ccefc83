import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@chat-admin/embedded-postgres/embedded-postgres';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { stablePort } from '@chat-admin/processes/stable-port';
import { startTemporaryRedis, type TemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import pg from 'pg';
import type { MainModules } from '../src/built-program.js';
import { type Cluster, startCluster } from '../src/start-cluster.js';
import { SECRET } from '../src/http.js';
import type { Load } from '../src/load.js';

/** The real environment: a durable PostgreSQL, Redis, HAProxy, instances of the API. */
export class Environment {
  private constructor(
    readonly cluster: Cluster,
    private readonly directory: string,
    private postgres: EmbeddedPostgres,
    private redis: TemporaryRedis,
  ) {}

  /** @param program of the instances, by default that of the workspace */
  static async start(
    settings: NodeJS.ProcessEnv = {},
    instances = 2,
    program: MainModules = { api: bundledProgram('api'), command: bundledProgram('cli') },
  ): Promise<Environment> {
    const directory = await mkdtemp(join(tmpdir(), 'chat-admin-cluster-'));
    await chmod(directory, 0o711); // the server's account has to traverse it
    const port = await stablePort();
    const [postgres, redis] = await Promise.all([
      startEmbeddedPostgres({ directory: join(directory, 'data'), port, durable: false }),
      startTemporaryRedis(),
    ]);
    const environment = { API_SCRAM_ITERATIONS: '4096', ...settings };
    const urls = { databaseUrl: postgres.url, redisUrl: redis.url };
    try {
      const cluster = await startCluster({
        ...{ instances, ...urls, secret: SECRET, environment, program },
      });
      return new Environment(cluster, directory, postgres, redis);
    } catch (error) {
      await Promise.all([redis.kill(), postgres.stop()]);
      await remove(postgres.directory, directory);
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.cluster.close();
    await this.redis.kill();
    await this.postgres.stop();
    await remove(this.postgres.directory, this.directory);
  }

  /** as the owner */
  get databaseUrl(): string {
    return this.postgres.url;
  }

  stopPostgres(): Promise<void> {
    return this.postgres.stop();
  }

  async startPostgres(): Promise<void> {
    const port = Number(new URL(this.postgres.url).port);
    const directory = join(this.directory, 'data');
    this.postgres = await startEmbeddedPostgres({ directory, port, durable: false });
  }

  killRedis(): Promise<void> {
    return this.redis.kill();
  }

  async startRedis(): Promise<void> {
    this.redis = await startTemporaryRedis({ port: this.redis.port });
  }

  /** Users whose acknowledged state is missing from the database. */
  async lost(load: Load): Promise<readonly string[]> {
    const client = new pg.Client({ connectionString: this.postgres.url });
    await client.connect();
    const { rows } = await client.query<{ username: string; name: string }>(
      'select username, name from account',
    );
    await client.end();
    return load.lost(new Map(rows.map(({ username, name }) => [username, name])));
  }
}

async function remove(...paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { recursive: true, force: true, maxRetries: 5 });
}
