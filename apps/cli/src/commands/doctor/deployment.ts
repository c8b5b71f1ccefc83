import { ApiConfig } from '@chat-admin/api/config';
import { KNOWN_NAMES } from '@chat-admin/configuration/known-names';
import { ConfigurationFaults, loadConfig } from '@chat-admin/configuration/load-config';
import { strangeInEnvironment } from '@chat-admin/configuration/setting-names';
import type { StrangeNames } from '@chat-admin/configuration/setting-names';
import { LegacyConfig } from '@chat-admin/legacy-userservice/config';
import { databaseUrlFault } from '@chat-admin/persistence/database/database-url';
import { serverState } from '@chat-admin/persistence/diagnosis/server-state';
import type { ServerState } from '@chat-admin/persistence/diagnosis/server-state';
import { createDataSource } from '@chat-admin/persistence/schema/data-source';
import { PendingMigrations, requireMigrated } from '@chat-admin/persistence/schema/migrate';
import { chatServerHealth } from '@chat-admin/server/composition/chat-server-health';
import { placesOf } from '@chat-admin/server/composition/open-chat-server';
import { openPreparedPersistence } from '@chat-admin/server/composition/open-persistence';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { RequestAuditTrail } from '@chat-admin/server/edge/audited-requests';
import { createLog } from '@chat-admin/server/process/log';
import { useCasesOf } from '../../database/use-cases.js';
import type { UseCases } from '@chat-admin/domain/use-cases';
import { addressed } from '../../database/on-database.js';
import { restartOf, thisMachine } from './machine.js';
import type { Machine } from './machine.js';
import { Skipped } from './skipped.js';
import { running, unitsOf } from './units.js';
import type { Unit } from './units.js';

const POOL_SIZE = 4;
const CONNECT_TIMEOUT_MS = 4_000;

const BRIDGE_TIMEOUT_MS = 3_000;

/** Units of the services: both in one, or each by itself. */
export const SERVICE_UNITS = ['chat-admin', 'chat-admin-api', 'chat-admin-userservice'] as const;
const PROSODY = 'prosody';

type BridgeHealth = Awaited<ReturnType<typeof chatServerHealth>>;
type DataSource = ReturnType<typeof createDataSource>;

export interface StrangeSettings extends StrangeNames {
  /** what the configuration file alone decides */
  readonly fromFile?: ReadonlySet<string>;
}

export interface ObservedServer extends ServerState {
  /** by how many milliseconds its clock and that of this machine differ at least */
  readonly clockOff: number;
}

/** Where the database is, or why that is not known. */
export type DatabasePlace = { readonly url: string } | { readonly reason: string };

/** What the checks look at. What several of them need is fetched once. */
export class Deployment {
  private connecting: Promise<DataSource> | null = null;
  private asking: Promise<ObservedServer> | null = null;
  private opening: Promise<Persistence> | null = null;
  private calling: Promise<BridgeHealth> | null = null;
  private listing: Promise<readonly Unit[]> | null = null;

  constructor(
    readonly environment: NodeJS.ProcessEnv,
    readonly place: DatabasePlace,
    /** of this machine, in milliseconds since the epoch */
    readonly clock: () => number = Date.now,
    readonly strange: StrangeSettings = strangeInEnvironment(environment, KNOWN_NAMES),
    readonly machine: Machine = thisMachine(),
  ) {}

  /** Those of the services that systemd knows; none without systemd. */
  async serviceUnits(): Promise<readonly Unit[]> {
    return (await this.units()).filter(({ name }) => name !== PROSODY);
  }

  /** What restarts the services. */
  async restart(): Promise<string> {
    return restartOf(this.machine, await this.runningUnits());
  }

  /** The names of the units that run the services, as far as is known. */
  async runningUnits(): Promise<readonly string[]> {
    return running(await this.serviceUnits());
  }

  /** The account that runs the services; `null`: the one of this process, as far as is known. */
  async account(): Promise<string | null> {
    const [unit] = await this.serviceUnits();
    return unit?.account ?? (this.machine.installation === 'debian' ? 'chat-admin' : null);
  }

  /** `null`: systemd does not run it */
  async prosodyUnit(): Promise<Unit | null> {
    return (await this.units()).find(({ name }) => name === PROSODY) ?? null;
  }

  private units(): Promise<readonly Unit[]> {
    if (!this.machine.hasSystemd) return Promise.resolve([]);
    return (this.listing ??= unitsOf([...SERVICE_UNITS, PROSODY], this.environment));
  }

  /** The settings of both services. @throws ConfigurationFaults */
  settings(): { readonly api: ApiConfig; readonly userService: LegacyConfig } {
    const environment = addressed(this.environment, this.addressOrPlaceholder());
    return {
      api: loadConfig(ApiConfig, environment),
      userService: loadConfig(LegacyConfig, environment),
    };
  }

  /** @throws Skipped if the settings cannot be used */
  usableSettings(): ReturnType<Deployment['settings']> {
    try {
      return this.settings();
    } catch (error) {
      if (!(error instanceof ConfigurationFaults)) throw error;
      throw new Skipped('The settings cannot be used');
    }
  }

  /** @throws why it cannot be used; Skipped if it is not known where it is */
  async connect(): Promise<DataSource> {
    const { place } = this;
    if ('reason' in place) throw new Error(place.reason);
    if (databaseUrlFault(place.url) !== null) throw new Skipped('DATABASE_URL cannot be used');
    return (this.connecting ??= createDataSource({
      url: place.url,
      poolSize: POOL_SIZE,
      applicationName: 'chat-admin doctor',
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
    }).initialize());
  }

  /** @throws Skipped if it cannot be used */
  database(): Promise<DataSource> {
    return this.connect().catch(() => {
      throw new Skipped('The database cannot be used');
    });
  }

  /** @throws Skipped if the database cannot be used */
  async server(): Promise<ObservedServer> {
    const database = await this.database();
    return (this.asking ??= this.observe(database));
  }

  /** @throws Skipped if the database cannot be used, or is not prepared */
  async persistence(): Promise<Persistence> {
    await this.database();
    const { databaseUrl } = this.usableSettings().api;
    const settings = {
      applicationName: 'chat-admin doctor',
      databaseUrl,
      databasePoolSize: POOL_SIZE,
      // whatever the settings say: that of the database
      xmppDomain: null,
    };
    this.opening ??= openPreparedPersistence(
      settings,
      new RequestAuditTrail(),
      createLog('silent'),
    );
    return this.opening.catch(() => {
      throw new Skipped('The database is not prepared for this version');
    });
  }

  /** @throws Skipped if the database cannot be used, or is not prepared */
  async useCases(): Promise<UseCases> {
    return useCasesOf(await this.persistence(), this.environment);
  }

  /** The database, if it has the tables that this version needs. @throws Skipped */
  async migrated(): Promise<DataSource> {
    await this.schema();
    return this.database();
  }

  /** The database, if this version has prepared it. @throws Skipped */
  async ownSchema(): Promise<DataSource> {
    const { isNewer } = await this.schema();
    if (isNewer) throw new Skipped('A newer version has prepared the database');
    return this.database();
  }

  private async schema(): Promise<{ readonly isNewer: boolean }> {
    const database = await this.database();
    const runner = database.createQueryRunner();
    try {
      return await requireMigrated(database, runner);
    } catch (error) {
      throw new Skipped(
        error instanceof PendingMigrations
          ? 'The database is not prepared for this version'
          : 'The database is not one of this version',
      );
    } finally {
      await runner.release();
    }
  }

  /** @throws Skipped if none is attached */
  chatServer(): Pick<ApiConfig, 'chatServerUrl' | 'chatServerNetworks'> & {
    readonly token: string;
  } {
    const { chatServerUrl, chatServerNetworks, chatServerToken } = this.usableSettings().api;
    if (chatServerToken === null) throw new Skipped('CHAT_SERVER_TOKEN is not set');
    return { chatServerUrl, chatServerNetworks, token: chatServerToken };
  }

  /** @throws Skipped; Error that says why the chat server cannot be used */
  async bridgeHealth(): Promise<BridgeHealth> {
    const settings = this.chatServer();
    const persistence = await this.persistence();
    const outside: string[] = [];
    const places = placesOf(settings, persistence, (message) => outside.push(message));
    const place = { ...places, token: settings.token };
    const { domain } = persistence;
    this.calling ??= chatServerHealth(place, domain.name, BRIDGE_TIMEOUT_MS).catch(
      (error: Error) => {
        throw outside.length === 0 ? error : new Error(outside.join('; '));
      },
    );
    return this.calling;
  }

  /** @throws Skipped unless the chat server can be used */
  async answeringBridge(): Promise<BridgeHealth> {
    return this.bridgeHealth().catch((error: unknown) => {
      throw error instanceof Skipped ? error : new Skipped('The chat server cannot be used');
    });
  }

  async close(): Promise<void> {
    await this.opening?.then((persistence) => persistence.close()).catch(() => undefined);
    await this.connecting?.then((database) => database.destroy()).catch(() => undefined);
  }

  private async observe(database: DataSource): Promise<ObservedServer> {
    const before = this.clock();
    const state = await serverState(database);
    const clockOff = Math.max(before - state.now, state.now - this.clock(), 0);
    return { ...state, clockOff };
  }

  private addressOrPlaceholder(): string {
    return 'url' in this.place ? this.place.url : 'postgres://unknown';
  }
}
