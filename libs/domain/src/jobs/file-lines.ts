import type { FileManagement } from '../files/file-management.js';
import { invalidValue } from '../shared/domain-error.js';
import type { Patch } from '../shared/patch.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { oneOf } from '../shared/words.js';
import { localUser } from '../users/local-user.js';
import { objectAt } from './job-line.js';
import type { LinePlanner, PlannedLine } from './job-line.js';

export type FileLine = Patch<{
  readonly id?: string | undefined;
  /** a user name, or a JID of the domain: all of theirs */
  readonly user?: string | undefined;
  readonly action?: string | undefined;
}>;

/** Lines that remove files which people have sent. Contract: extensions E7.1, E21 */
export class FileLines implements LinePlanner<FileLine> {
  readonly isLive = true;

  constructor(
    private readonly files: FileManagement,
    private readonly domain: ServiceDomain,
  ) {}

  /** @throws InvalidArgument, UserNotFound, NonLocalUser */
  plan({ id, user, action }: FileLine): PlannedLine {
    if (action !== 'remove') throw invalidValue('action', action ?? '', oneOf(['remove']));
    if (!id === !user) throw invalidValue('user', user ?? '', 'either this, or id');
    return id ? this.one(id) : this.allOf(localUser(user!.trim(), this.domain));
  }

  private one(id: string): PlannedLine {
    return {
      object: objectAt('files', id),
      named: ['users', ''],
      run: async () => {
        await this.files.remove(id);
        return 'removed';
      },
    };
  }

  private allOf(user: string): PlannedLine {
    return {
      object: objectAt('users', user),
      named: ['users', user],
      run: async () => ((await this.files.removeAllOf(user)) > 0 ? 'removed' : 'unchanged'),
    };
  }
}
