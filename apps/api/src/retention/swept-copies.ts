import type { HeldMessages } from '@chat-admin/domain/holds/hold-repository';
import type { Forgotten } from './retention.js';

/** Removes copies of messages that no hold covers any more, step by step through all copies after a release. */
export function sweptCopies(copies: Pick<HeldMessages, 'hasReleased' | 'sweep'>) {
  let place = '0';
  return async (): Promise<Forgotten> => {
    if (!(await copies.hasReleased())) {
      place = '0';
      return { amount: 0, isDone: true };
    }
    const { removed, next } = await copies.sweep(place);
    place = next ?? '0';
    return { amount: removed, isDone: next === null };
  };
}
