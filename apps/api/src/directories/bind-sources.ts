import type { DirectoryConfiguration } from '@chat-admin/directory/directory-configuration';
import { LdapSource } from '@chat-admin/directory/ldap-source';
import type { BindSources } from '@chat-admin/domain/directories/directory-logins';
import { sourceOf } from '@chat-admin/domain/users/managed-objects';
import type { WatchedDirectories } from './watched-directories.js';

interface Kept {
  configuration: DirectoryConfiguration;
  readonly entry: string;
  readonly source: LdapSource;
}

/** The directories that are asked at logins, each over connections that are kept until its entry in the file changes. */
export class KeptBindSources implements BindSources {
  private readonly kept = new Map<string, Kept>();

  /** @param binds passwords that one directory is asked at the same time */
  constructor(
    private readonly directories: Pick<WatchedDirectories, 'all'>,
    private readonly binds: number,
  ) {}

  find(source: string): LdapSource | null {
    const configuration = this.configured(source);
    const kept = this.kept.get(source);
    if (configuration !== undefined && kept?.configuration === configuration) return kept.source;
    if (configuration?.settings.logins !== 'bind') {
      this.forget(source);
      return null;
    }
    // with the certificates that it names
    const entry = JSON.stringify([configuration.settings.digest, configuration.servers]);
    if (kept?.entry === entry) {
      kept.configuration = configuration;
      return kept.source;
    }
    this.forget(source);
    const opened = new LdapSource(configuration, { binds: this.binds });
    this.kept.set(source, { configuration, entry, source: opened });
    return opened;
  }

  admitsAdministrators(source: string): boolean {
    return this.configured(source)?.settings.administrators ?? true;
  }

  close(): void {
    for (const source of [...this.kept.keys()]) this.forget(source);
  }

  private configured(source: string): DirectoryConfiguration | undefined {
    return this.directories.all.find(({ settings }) => sourceOf(settings.name) === source);
  }

  private forget(source: string): void {
    this.kept.get(source)?.source.close();
    this.kept.delete(source);
  }
}
