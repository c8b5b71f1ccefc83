import type { BareJid } from '../shared/jid.js';

export const MAX_GROUP_NAME_LENGTH = 50;
export const MAX_GROUP_DESCRIPTION_LENGTH = 255;

export interface GroupSummary {
  /** any text, case sensitive */
  readonly name: string;
  readonly description: string | null;
  /** whether its people see each other in their rosters */
  readonly shared: boolean;
}

/** Nobody is both admin and member; both lists are unique and ascending by code point. */
export interface Group extends GroupSummary {
  readonly admins: readonly BareJid[];
  readonly members: readonly BareJid[];
}
