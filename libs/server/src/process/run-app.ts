import { availableParallelism } from 'node:os';
import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import type { Environment } from '@chat-admin/configuration/load-config';
import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import { NewerProgramNeeded } from '@chat-admin/persistence/schema/schema-state';
import { settingsSources } from '@chat-admin/configuration/settings-sources';
import type { SettingsSources } from '@chat-admin/configuration/settings-sources';
import type { Logger } from 'pino';
import { announcementsIn, logWarnings } from './announcements.js';
import type { Announcements } from './announcements.js';
import { keepFirstSecret } from './first-secret.js';
import { notifyStarter } from './notify-starter.js';
import type { ListenerUrls } from './service-life.js';
import { StopRequest } from './stop-request.js';

const EXIT_UNREACHABLE = 69;
const EXIT_CONFIGURATION = 78;
/** for what has to be done after the last request, before the process ends all the same */
const CLOSING_MS = 5_000;

/** An app that can be started and stopped. */
export interface RunnableApp<Urls = ListenerUrls, Config = never> {
  readonly log: Logger;
  /** the initial credentials of a fresh database */
  readonly firstStart: { readonly generatedSecret: string | null } | null;
  /** resolves when the database asks for a newer program */
  readonly outdated: Promise<Error>;
  listen(): Promise<Urls>;
  /** Takes over secrets and certificates without breaking connections. */
  renew(config: Config): void;
  close(): Promise<void>;
}

/** The time limits of a shutdown. */
interface Stopping {
  readonly drainDelayMs: number;
  readonly stopGraceMs: number;
}

export interface AppProcess<Config extends Stopping, Urls> {
  /** for messages: `The API` */
  readonly name: string;
  /** @throws ConfigurationFaults */
  load(environment: Environment): Config;
  create(config: Config): Promise<RunnableApp<Urls, Config>>;
  /** lines printed at startup; `secret` is shown on a terminal, and never again */
  welcome(urls: Urls, secret: string | null): readonly string[];
}

/**
 * Runs an app as a process: settings from environment, credentials and file, signals, uncaught errors, exit codes
 * (78: invalid settings, or the database needs a newer program; 69: the database cannot be reached; 1: any other failure).
 */
export async function runApp<Config extends Stopping, Urls>(
  app: AppProcess<Config, Urls>,
): Promise<void> {
  // gzip, DNS and files share the pool with key derivation, which takes one thread per core
  process.env['UV_THREADPOOL_SIZE'] ??= String(Math.max(4, availableParallelism() + 2));
  const sources = settingsSources(process.env);
  const announcements = announcementsIn(sources.environment['LOG_FORMAT']);
  const fail = failing(app.name, announcements);
  const faults = endOnFaults(fail);
  const stop = new StopRequest();
  let end = (code: number): unknown => process.exit(code);
  void stop.asked.then((code) => end(code));
  const hangups = Hangups.heard();
  try {
    const load = () => loaded(app, settingsSources(process.env));
    const config = loaded(app, sources);
    const created = await app.create(config);
    const { log } = created;
    faults.logTo(log);
    logWarnings(log);
    void created.outdated.then(({ message }) => {
      announcements.complain(message);
      stop.ask(EXIT_CONFIGURATION);
    });
    const start = async (): Promise<void> => {
      hangups.renew(() => created.renew(load()), log);
      if (sources.unknown.length > 0) {
        log.warn(`These look like settings and are none: ${sources.unknown.join(', ')}`);
      }
      const secret = created.firstStart?.generatedSecret ?? null;
      const lines = app.welcome(await created.listen(), process.stdout.isTTY ? secret : null);
      const kept =
        secret === null || process.stdout.isTTY ? [] : [await keepFirstSecret(secret, process.env)];
      await announcements.say([...lines, ...kept]);
    };
    const started = start();
    end = (code) => closeAndExit(created, started, config, code).catch(fail);
    await started;
    if (stop.isAsked) return;
    notifyStarter(process.env, (message) => log.error(message));
  } catch (error) {
    fail(error);
  }
}

/** @throws ConfigurationFaults with the faults of names and of values */
function loaded<Config extends Stopping, Urls>(
  app: AppProcess<Config, Urls>,
  { environment, faults }: SettingsSources,
): Config {
  try {
    const config = app.load(environment);
    if (faults.length === 0) return config;
  } catch (error) {
    if (!(error instanceof ConfigurationFaults)) throw error;
    throw new ConfigurationFaults([...faults, ...error.faults]);
  }
  throw new ConfigurationFaults(faults);
}

function failing(name: string, announcements: Announcements): (error: unknown) => never {
  return (error) => {
    if (error instanceof ConfigurationFaults || error instanceof NewerProgramNeeded) {
      announcements.complain(error.message);
      process.exit(EXIT_CONFIGURATION);
    }
    const reason = error instanceof Error ? error.message : 'unknown reason';
    announcements.complain(`${name} cannot run: ${reason}`);
    const cause = error instanceof Error ? (error.cause ?? null) : null;
    process.exit(cause !== null && isDatabaseAway(cause) ? EXIT_UNREACHABLE : 1);
  };
}

/** What is started is closed after that, since a half that is started cannot be. */
async function closeAndExit(
  app: RunnableApp<unknown, never>,
  started: Promise<void>,
  { drainDelayMs, stopGraceMs }: Stopping,
  code: number,
): Promise<void> {
  setTimeout(
    () => {
      app.log.error('Terminating before everything is closed, because that takes too long');
      app.log.flush(() => process.exit(code || 1));
    },
    drainDelayMs + stopGraceMs + CLOSING_MS,
  ).unref();
  await started;
  await app.close();
  app.log.flush(() => process.exit(code));
}

/**
 * Secrets and certificates are read again on SIGHUP; when it comes before there is an app, then. On a terminal it says that
 * it is gone, and ends the process as usual.
 */
class Hangups {
  private isDue = false;
  private hear = (): void => void (this.isDue = true);

  static heard(): Hangups {
    const hangups = new Hangups();
    if (!process.stdout.isTTY) process.on('SIGHUP', () => hangups.hear());
    return hangups;
  }

  renew(work: () => void, log: Logger): void {
    this.hear = () => {
      try {
        work();
        log.info('Secrets and certificates were read again');
      } catch (error) {
        const reasons =
          error instanceof ConfigurationFaults ? error.faults : [(error as Error).message];
        log.error(`Nothing was read again: ${reasons.join('; ')}`);
      }
    };
    if (this.isDue) this.hear();
  }
}

/** An uncaught exception leaves the process in an unknown state. */
function endOnFaults(fail: (error: unknown) => never): { logTo(log: Logger): void } {
  let log: Logger | null = null;
  const end = (error: unknown): void => {
    if (log === null) fail(error);
    const known = error instanceof Error ? error : new Error(String(error));
    log.error(known, 'Terminating after an uncaught exception');
    log.flush(() => process.exit(1));
  };
  process.once('uncaughtException', end);
  process.once('unhandledRejection', end);
  return { logTo: (opened) => void (log = opened) };
}
