import { count, flag, list, members, number, oneOf, optional, text, time } from './shapes.js';
import type { Shaped } from './shapes.js';

/** The answers of the HTTP bridge of `integrations/prosody`, whose README lists the calls. */
export const CONTRACT = 1;

export const healthAnswer = members({
  /** id of the chat server */
  node: text,
  engine: text,
  version: text,
  contract: number,
  /** absent until it has been attached to the database */
  domain: optional(text),
  sessions: count,
  /** those of all rooms; absent from older modules */
  occupants: optional(count),
  listeners: list(
    members({
      kind: oneOf('c2s', 's2s', 'bosh', 'component'),
      encrypted: flag,
      accepting: flag,
      /** absent from older modules */
      port: optional(number),
    }),
  ),
  /** names of those that are loaded for the domain or the whole server; absent from older modules */
  modules: optional(list(text)),
  /** components whose files its stock module expires; absent from older modules */
  stock_expiry: optional(list(text)),
  database: members({ attached: flag }),
});
export type BridgeHealth = Shaped<typeof healthAnswer>;

const session = members({
  jid: text,
  /** absent for an anonymous session */
  username: optional(text),
  resource: text,
  node: text,
  /** absent without available presence */
  presence: optional(members({ show: optional(text), status: optional(text), priority: number })),
  address: text,
  created_at: time,
  active_at: time,
  secure: flag,
});
export type BridgeSession = Shaped<typeof session>;
export const sessionsAnswer = members({
  sessions: list(session),
  /** what later changes can be asked for with; absent for the sessions of one user */
  version: optional(text),
  /** `false`: only sessions that have changed */
  complete: optional(flag),
  /** JIDs of those that are no more */
  gone: optional(list(text)),
});
export type SessionsAnswer = Shaped<typeof sessionsAnswer>;

export const countAnswer = members({ count });

export const occupantsAnswer = members({
  occupants: list(
    members({
      nickname: text,
      jid: text,
      role: oneOf('moderator', 'participant', 'visitor'),
      affiliation: oneOf('owner', 'admin', 'member', 'none'),
    }),
  ),
});

/** In the order of the rooms that were asked about. */
export const occupantCountsAnswer = members({ counts: list(count) });

/** Names of rooms of a service. */
export const occupiedRoomsAnswer = members({ rooms: list(text) });

/** In the order of the files that were asked about. */
export const filesThereAnswer = members({ there: list(flag) });

/** The mark of the folder of the files; `null`: there is none. */
export const filesStorageAnswer = members({ storage: optional(text) });

/** Ascending by time. */
export const roomHistoryAnswer = members({
  messages: list(
    members({ nickname: text, sender: text, sender_shown: flag, body: text, sent_at: time }),
  ),
});

/** Of somebody who logs in. */
export const loginQuestionAnswer = members({
  id: text,
  username: text,
  password: text,
  milliseconds: count,
});

export const closedAnswer = members({ closed: count });
export const kickedAnswer = members({ found: flag });
export const roleAnswer = members({ outcome: oneOf('changed', 'missing', 'refused') });

/** With status 400. */
export const refusalAnswer = members({
  /** what is no address of XMPP, if that is the reason */
  value: optional(text),
});

/** Of notices and commands: that it was done is all that counts. */
export const doneAnswer = members({});
