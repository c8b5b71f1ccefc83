import { invalidParameter } from '@chat-admin/codecs/errors/wire-errors';
import { oneOf } from '@chat-admin/domain/shared/words';
import type { ListenerKind, LiveListener } from '@chat-admin/domain/chat-server/chat-server';

export const CONNECTION_TYPES = [
  'SOCKET_C2S',
  'SOCKET_S2S',
  'BOSH_C2S',
  'COMPONENT',
  'WEBADMIN',
  'CONNECTION_MANAGER',
] as const;
export type ConnectionType = (typeof CONNECTION_TYPES)[number];

/** `null` means all types, or both variants. */
export interface ConnectionQuestion {
  readonly type: ConnectionType | null;
  readonly encrypted: boolean | null;
}

/** The requested check. @throws WireFault for an unknown type */
export function connectionQuestion(type?: string, encrypted?: string): ConnectionQuestion {
  if (!type) return { type: null, encrypted: null };
  const known = CONNECTION_TYPES.find((one) => one === type);
  if (known === undefined) {
    throw invalidParameter('connectionType', type, oneOf(CONNECTION_TYPES));
  }
  return { type: known, encrypted: encrypted ? encrypted.toLowerCase() === 'true' : null };
}

export interface ConnectionState {
  /** whether this service's own listener accepts connections */
  readonly own: boolean;
  readonly attached: boolean;
  /** those of the chat server; `null` if it did not answer */
  readonly listeners: readonly LiveListener[] | null;
}

const KINDS: Partial<Record<ConnectionType, ListenerKind>> = {
  SOCKET_C2S: 'c2s',
  SOCKET_S2S: 's2s',
  BOSH_C2S: 'bosh',
  COMPONENT: 'component',
};

/**
 * The first requested listener that does not accept connections, as `SOCKET_C2S encrypted`.
 * Contract: core 7.3
 */
export function failingListener(
  { type, encrypted }: ConnectionQuestion,
  state: ConnectionState,
): string | null {
  const variants = type === null || encrypted === null ? [true, false] : [encrypted];
  for (const one of type === null ? CONNECTION_TYPES : [type]) {
    for (const variant of variants) {
      if (!accepts(one, variant, state)) return `${one} ${variant ? 'encrypted' : 'unencrypted'}`;
    }
  }
  return null;
}

/** Listeners that the chat server is not configured to have pass. */
function accepts(type: ConnectionType, encrypted: boolean, state: ConnectionState): boolean {
  if (type === 'WEBADMIN') return encrypted || state.own;
  const kind = KINDS[type];
  if (kind === undefined || !state.attached) return true;
  if (state.listeners === null) return false;
  return state.listeners
    .filter((listener) => listener.kind === kind && listener.encrypted === encrypted)
    .every(({ accepting }) => accepting);
}
