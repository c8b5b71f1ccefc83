import type { BareJid } from '../shared/jid.js';

export const MESSAGE_TYPES = ['normal', 'chat', 'headline'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** of a message, at once; each may be stored for somebody who is offline */
export const MOST_RECEIVERS_AT_ONCE = 250;

/** A message of the domain to people. Contract: extensions E6.3 */
export interface PersonalMessage {
  /** at most {@link MOST_RECEIVERS_AT_ONCE}; whoever is offline gets it later, unless it is a headline */
  readonly to: readonly BareJid[];
  readonly type: MessageType;
  readonly subject: string | null;
  readonly body: string;
}
