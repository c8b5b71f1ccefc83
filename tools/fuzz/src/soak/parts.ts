import { until } from '@chat-admin/debian-programs/until';
import { BreakablePostgres } from '@chat-admin/prosody-integration/breakable-postgres';
import { BRIDGE_TOKEN, ProsodyControl } from '@chat-admin/prosody-integration/prosody-control';
import { prepareEngineRole } from '@chat-admin/prosody-server/engine-role';
import { startTemporaryRedis, type TemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import { DOMAIN } from '../requests/values.js';
import { SECRET, Service } from '../services.js';

/** Everything as processes of their own, each of which can be broken. */
export class Parts {
  private constructor(
    readonly postgres: BreakablePostgres,
    public redis: TemporaryRedis,
    readonly prosody: ProsodyControl,
    readonly api: readonly Service[],
    readonly userservice: Service,
  ) {}

  /** @param cleanups gets what undoes this, latest first, also when it throws */
  static async start(instances: number, cleanups: (() => Promise<unknown>)[]): Promise<Parts> {
    const postgres = await BreakablePostgres.start();
    cleanups.unshift(() => postgres.remove());
    const redis = await startTemporaryRedis();
    let parts: Parts | null = null;
    cleanups.unshift(() => (parts?.redis ?? redis).kill());
    const environment = { DATABASE_URL: postgres.url, API_INITIAL_SECRET: SECRET };
    // prepares the database, which the role of Prosody needs
    await (await Service.start('api', 'first API', environment)).stop();
    const engine = await prepareEngineRole({ databaseUrl: postgres.url });
    const prosody = await ProsodyControl.start(DOMAIN, engine);
    cleanups.unshift(() => prosody.remove());
    const complete = {
      ...environment,
      REDIS_URL: redis.url,
      CHAT_SERVER_URL: prosody.url,
      CHAT_SERVER_TOKEN: BRIDGE_TOKEN,
    };
    const api: Service[] = [];
    for (let index = 0; index < instances; index++) {
      const instance = await Service.start('api', `API ${index}`, complete);
      cleanups.unshift(() => instance.kill());
      api.push(instance);
    }
    const userservice = await Service.start('userservice', 'user service', complete);
    cleanups.unshift(() => userservice.kill());
    parts = new Parts(postgres, redis, prosody, api, userservice);
    return parts;
  }

  /** The process of each part, for who watches them. */
  processes(): Record<string, () => Promise<number | null>> {
    const services = [...this.api, this.userservice].map(
      (service) => [service.name, async () => service.pid] as const,
    );
    return {
      ...Object.fromEntries(services),
      Prosody: async () => this.prosody.pid || null,
      PostgreSQL: () => this.postgres.pid(),
      Redis: async () => this.redis.pid,
    };
  }

  async startRedis(): Promise<void> {
    this.redis = await startTemporaryRedis({ port: this.redis.port });
  }

  /** Resolves when everything serves again. */
  async untilWhole(): Promise<void> {
    await this.prosody.untilAttached();
    for (const service of [...this.api, this.userservice]) {
      await until(`${service.name} is ready`, () => service.isReady());
    }
  }
}
