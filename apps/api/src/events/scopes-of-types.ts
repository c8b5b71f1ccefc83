import { EVENT_TYPES } from '@chat-admin/domain/events/event-types';
import { quoted } from '../access/also-needed.js';
import type { AlsoNeeded } from '../access/also-needed.js';

/** @param which types of events they are */
export const ofTypes = (which: string): AlsoNeeded => ({
  says: `the scope of each type that is ${which}, one of ${quoted(Object.values(EVENT_TYPES))}`,
});
