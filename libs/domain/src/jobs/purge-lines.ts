import { shownRoomName } from '../muc/rooms/room-directory.js';
import type { MessagePurge, PurgedPlace } from '../retention/message-purge.js';
import { MOST_PURGEABLE } from '../retention/message-purge.js';
import { invalidValue } from '../shared/domain-error.js';
import type { Patch } from '../shared/patch.js';
import { readReason } from '../shared/reason.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { localUser } from '../users/local-user.js';
import { objectAt } from './job-line.js';
import type { LineContext, LinePlanner, PlannedLine, Ran } from './job-line.js';
import { objectOf, pathOf } from './room-lines.js';

export type PurgeLine = Patch<{
  readonly room?: string | undefined;
  readonly servicename?: string | undefined;
  /** a user name, or a JID of the domain */
  readonly person?: string | undefined;
  /** messages of that moment and later ones stay; none: those of now and later */
  readonly before?: Date | undefined;
  readonly reason?: string | undefined;
}>;

/** How far a line is. */
interface Progress {
  readonly removed: number;
  /** ISO */
  readonly before: string;
}

/** Lines that delete messages, in steps. Contract: extensions E18.3 */
export class PurgeLines implements LinePlanner<PurgeLine> {
  constructor(
    private readonly purge: MessagePurge,
    private readonly domain: ServiceDomain,
  ) {}

  /** @throws InvalidArgument, ScopeMissing, UserNotFound, NonLocalUser */
  plan(draft: PurgeLine, context: LineContext): PlannedLine {
    const { room, person } = draft;
    if (!room === !person) throw invalidValue('person', person ?? '', 'either this, or room');
    const reason = readReason(draft.reason ?? undefined);
    const before = draft.before ?? null;
    const run = (place: PurgedPlace) => (progress: unknown) =>
      this.step(place, before, progress as Progress | undefined, context);
    if (!person) {
      const path = pathOf(draft, context);
      return {
        object: objectOf(path),
        named: ['rooms', shownRoomName(path.room)],
        reason,
        run: run({ path }),
      };
    }
    context.require('conversations:write');
    const username = localUser(person.trim(), this.domain);
    return {
      object: objectAt('users', username),
      named: ['users', username],
      reason,
      run: run({ username }),
    };
  }

  private async step(
    place: PurgedPlace,
    sent: Date | null,
    progress: Progress | undefined,
    { options }: LineContext,
  ): Promise<Ran> {
    const before = progress ? new Date(progress.before) : (sent ?? new Date());
    if (options.dryRun) {
      const count = await this.purge.count(place, before);
      return ended(count, count === MOST_PURGEABLE ? ' or more' : '');
    }
    const earlier = progress?.removed ?? 0;
    const { removed, isOver } = await this.purge.step(place, before, earlier);
    const all = earlier + removed;
    return isOver ? ended(all) : { progress: { removed: all, before: before.toISOString() } };
  }
}

const ended = (count: number, more = ''): Ran => ({
  outcome: count === 0 ? 'unchanged' : 'removed',
  message: `${count} messages${more}`,
});
