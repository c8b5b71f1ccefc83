import { dataOf } from '@chat-admin/client';
import type { components } from '@chat-admin/client';
import type { Act } from '../shared/act/act';
import { api } from '../shared/api/client';
import type { Say } from '../shared/texts/texts';

/** Keys of queries that show whether somebody is locked. */
export const TOUCHED = ['user', 'users'] as const;

/** Why somebody is locked, and until when. */
export type Lockout = Partial<Pick<components['schemas']['Lockout'], 'reason' | 'until'>>;

const place = (username: string) => ({ params: { path: { username } } });

const put = (username: string, body: Lockout) =>
  api.PUT('/lockouts/{username}', { ...place(username), body: body });

const remove = (username: string) => api.DELETE('/lockouts/{username}', place(username));

/** Locks an account, until a time or until somebody unlocks it. @param name what the person is called */
export const lock = (username: string, lockout: Lockout, say: Say, name: string): Act => ({
  run: () => put(username, lockout),
  undo: () => remove(username),
  done: say('users.lock.locked', { name }),
  touches: TOUCHED,
});

/** Unlocks an account; taken back, it is locked as before. */
export function unlock(username: string, say: Say, name: string): Act {
  let before: Lockout = {};
  return {
    run: async () => {
      const { reason, until } = await dataOf(api.GET('/lockouts/{username}', place(username)));
      before = { ...(reason && { reason }), ...(until && { until }) };
      await remove(username);
    },
    undo: () => put(username, before),
    done: say('users.lock.unlocked', { name }),
    touches: TOUCHED,
  };
}
