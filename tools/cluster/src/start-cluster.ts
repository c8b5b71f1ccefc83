import { stablePort } from '@chat-admin/processes/stable-port';
import { until } from '@chat-admin/debian-programs/until';
import { type ApiInstance, startApiInstance } from './api-instance.js';
import { asServices } from './as-services.js';
import { MAIN_MODULES, type MainModules } from './built-program.js';
import { type Backend, startLoadBalancer } from './load-balancer.js';

export interface ClusterOptions {
  /** number of instances, default 2 */
  readonly instances?: number;
  /** of an empty database, as its owner */
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** initial shared secret of a fresh database */
  readonly secret: string;
  /** additional settings of all instances */
  readonly environment?: NodeJS.ProcessEnv;
  /** of the first instances, by default those of the workspace */
  readonly program?: MainModules;
}

/** Instances are identified by their number, from 0. */
export interface Cluster {
  /** as the role of the instances */
  readonly databaseUrl: string;
  /** of the load balancer */
  readonly url: string;
  /** of each instance, bypassing the load balancer */
  readonly urls: readonly string[];
  /** of each instance's management listener */
  readonly managementUrls: readonly string[];
  /**
   * Starts a stopped or killed instance, and waits until it receives requests.
   * @param main its main module, by default that of the first instances
   */
  start(instance: number, main?: string): Promise<void>;
  /** stops an instance cleanly: drained by the load balancer, requests finished, exit */
  stop(instance: number): Promise<void>;
  restart(instance: number, main?: string): Promise<void>;
  /** how an instance has ended by itself */
  ended(instance: number): ApiInstance['ended'];
  /** `kill -9` */
  kill(instance: number): Promise<void>;
  /** resolves once the load balancer considers exactly these ready */
  untilReady(instances: readonly number[]): Promise<void>;
  /** an instance's output since its last start */
  output(instance: number): string;
  /** stops everything immediately */
  close(): Promise<void>;
}

const DRAIN_DELAY_MS = 2_000;
const STOP_GRACE_MS = 15_000;

/**
 * Prepares the database, starts instances of the API on it and one Redis behind HAProxy, as a role that may not change
 * the schema, and waits until all are ready.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const backends = await Promise.all(
    Array.from({ length: options.instances ?? 2 }, async (_, index): Promise<Backend> => {
      const [port, managementPort] = [await stablePort(), await stablePort()];
      return { name: nameOf(index), host: '127.0.0.1', port, managementPort };
    }),
  );
  const { program = MAIN_MODULES, secret, environment } = options;
  const databaseUrl = await asServices(options.databaseUrl, program.command, secret, environment);
  const numbers = backends.map((_, index) => index);
  const running: (ApiInstance | null)[] = backends.map(() => null);
  const balancer = await startLoadBalancer(backends);
  const launch = async (index: number, main = program.api) => {
    const environment = environmentOf({ ...options, databaseUrl }, backends[index]!);
    running[index] = await startApiInstance(environment, main);
  };
  const isReady = (index: number) =>
    until(
      `instance ${index} is ready`,
      async () => (await balancer.ready()).includes(nameOf(index)),
      60_000,
    );
  const take = (index: number): ApiInstance => {
    const instance = running[index];
    if (!instance) throw new Error(`Instance ${index} does not run`);
    running[index] = null;
    return instance;
  };
  const cluster: Omit<Cluster, 'close'> = {
    databaseUrl,
    url: balancer.url,
    urls: backends.map(({ port }) => `http://127.0.0.1:${port}`),
    managementUrls: backends.map(({ managementPort }) => `http://127.0.0.1:${managementPort}`),
    start: async (index, main) => {
      await launch(index, main);
      await isReady(index);
    },
    stop: (index) => take(index).stop(),
    restart: async (index, main) => {
      await cluster.stop(index);
      await cluster.start(index, main);
    },
    ended: (index) => running[index]!.ended,
    kill: (index) => take(index).kill(),
    untilReady: async (expected) => {
      const names = expected.map(nameOf).sort().join();
      const ready = async () => [...(await balancer.ready())].sort().join() === names;
      await until(`exactly ${names || 'none'} are ready`, ready, 60_000);
    },
    output: (index) => running[index]?.output() ?? '',
  };
  const close = async () => {
    await Promise.all(running.map((instance) => instance?.kill()));
    await balancer.stop();
  };
  const starts = await Promise.allSettled(numbers.map((index) => launch(index)));
  try {
    for (const start of starts) if (start.status === 'rejected') throw start.reason;
    await Promise.all(numbers.map(isReady));
  } catch (error) {
    await close();
    throw error;
  }
  return { ...cluster, close };
}

const nameOf = (index: number): string => `instance-${index}`;

function environmentOf(options: ClusterOptions, backend: Backend): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: options.databaseUrl,
    DATABASE_MIGRATIONS: 'check',
    REDIS_URL: options.redisUrl,
    XMPP_DOMAIN: 'example.org',
    API_PORT: String(backend.port),
    MANAGEMENT_PORT: String(backend.managementPort),
    API_TRUSTED_PROXIES: '127.0.0.1',
    API_DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
    API_STOP_GRACE_MS: String(STOP_GRACE_MS),
    LOG_LEVEL: 'warn',
    ...options.environment,
  };
}
