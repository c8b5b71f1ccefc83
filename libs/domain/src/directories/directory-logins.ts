import type { Localpart } from '../shared/jid.js';
import { isSource } from '../users/managed-objects.js';
import type { Managed, ManagedObjects } from '../users/managed-objects.js';
import { BindBrake } from './bind-brake.js';
import type { BindClass, DirectorySource } from './directory-source.js';

/** Where accounts that a directory manages are asked for. */
export interface BindSources {
  /** @param source such as `directory:main`; null: the file does not have it */
  find(source: string): Pick<DirectorySource, 'bind'> | null;
  /** Whether it lets in administrators (`administrators: true`); true where the file does not have it, since it lets in nobody. */
  admitsAdministrators(source: string): boolean;
}

/** Is told of each password that was judged, and how long that took. */
export type OnBind = (source: string, outcome: BindClass, ms: number) => void;

/** Logins of people whose password a directory keeps. Contract: extensions E13.5 */
export class DirectoryLogins {
  private readonly brake: BindBrake;

  constructor(
    private readonly managed: Pick<ManagedObjects, 'user'>,
    private readonly sources: BindSources,
    private readonly now: () => number,
    private readonly onBind: OnBind = () => undefined,
  ) {
    this.brake = new BindBrake(now);
  }

  /** The directory that keeps the password of an account; null: it is kept here. */
  async keeperOf(username: Localpart): Promise<Managed | null> {
    const by = await this.managed.user(username);
    return by?.fields.password && isSource(by.source) ? by : null;
  }

  /** Whether the directory may decide about an administrator, who would have every right. */
  admitsAdministrators({ source }: Managed): boolean {
    return this.sources.admitsAdministrators(source);
  }

  /**
   * Tries a password, as it was typed, at the directory. It never throws.
   * @param deadline when nobody waits for it any longer; the answer is `away` then
   */
  async check(
    { source, externalId }: Managed,
    password: string,
    deadline: AbortSignal,
  ): Promise<BindClass> {
    // servers take it for somebody who gives no name, and let him in
    if (password === '') return 'wrong';
    const begun = this.now();
    const directory = this.sources.find(source);
    const outcome =
      directory === null
        ? 'away'
        : await this.brake.try(`${source} ${externalId}`, async () => {
            const bound = await directory.bind(externalId, password, deadline);
            return bound.outcome;
          });
    this.onBind(source, outcome, this.now() - begun);
    return outcome;
  }
}
