import { stat } from 'node:fs/promises';
import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import type { Environment } from '@chat-admin/configuration/load-config';
import type { DirectoryConfiguration } from '@chat-admin/directory/directory-configuration';
import { readDirectoryFile } from '@chat-admin/directory/directory-file';

const LOOK_MS = 30_000;

interface FileLog {
  info(message: string): void;
  warn(message: string): void;
}

/** The directories of `DIRECTORIES_FILE`, which is looked at again while it is watched. Contract: extensions E13.3 */
export class WatchedDirectories {
  private timer: NodeJS.Timeout | null = null;
  private told = '';
  private readonly listeners: ((changed: ReadonlySet<string>) => void)[] = [];

  private constructor(
    private readonly path: string | null,
    private readonly environment: Environment,
    private readonly log: FileLog,
    private found: readonly DirectoryConfiguration[],
    /** when the file was, as it was first read; null: there is none */
    readonly modified: Date | null,
  ) {}

  /** @param path null: there are no directories @throws ConfigurationFaults */
  static async open(
    path: string | null,
    log: FileLog,
    environment: Environment = process.env,
  ): Promise<WatchedDirectories> {
    const modified = path === null ? null : await modifiedAt(path);
    const found = path === null ? [] : await readDirectoryFile(path, environment);
    return new WatchedDirectories(path, environment, log, found, modified);
  }

  /** In the order of the file. */
  get all(): readonly DirectoryConfiguration[] {
    return this.found;
  }

  find(name: string): DirectoryConfiguration | null {
    return this.found.find(({ settings }) => settings.name === name) ?? null;
  }

  /** @param listener is given the names whose entries are new or have changed */
  onChange(listener: (changed: ReadonlySet<string>) => void): void {
    this.listeners.push(listener);
  }

  start(): void {
    if (this.path === null) return;
    this.timer ??= setInterval(() => void this.look(), LOOK_MS).unref();
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }

  /** A file that cannot be used changes nothing. */
  async look(): Promise<void> {
    if (this.path === null) return;
    try {
      this.take(await readDirectoryFile(this.path, this.environment));
      this.told = '';
    } catch (error) {
      const faults = error instanceof ConfigurationFaults ? error.faults : [String(error)];
      const message = faults.join('; ');
      if (message !== this.told) this.log.warn(`The directories stay as they were: ${message}`);
      this.told = message;
    }
  }

  private take(found: readonly DirectoryConfiguration[]): void {
    const former = new Set(this.found.map(({ settings }) => settings.digest));
    const names = found
      .filter(({ settings }) => !former.has(settings.digest))
      .map(({ settings }) => settings.name);
    const isOther = names.length > 0 || found.length !== this.found.length;
    // what they name may have changed, such as certificates
    this.found = found;
    if (!isOther) return;
    this.log.info(`${this.path} has changed and was read again`);
    for (const listener of this.listeners) listener(new Set(names));
  }
}

/** To read it says what is wrong with it. */
const modifiedAt = (path: string): Promise<Date | null> =>
  stat(path).then(
    ({ mtime }) => mtime,
    () => null,
  );
