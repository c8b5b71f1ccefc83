import type { LiveListener } from '@chat-admin/domain/chat-server/chat-server';
import { failingListener } from './connection-checks.js';
import type { ConnectionType } from './connection-checks.js';

const listener = (
  kind: LiveListener['kind'],
  encrypted: boolean,
  accepting: boolean,
): LiveListener => ({
  kind,
  encrypted,
  accepting,
});
const everything = { type: null, encrypted: null };

describe('failingListener', () => {
  it('passes listeners that the chat server is not configured to have', () => {
    expect(failingListener(everything, { own: true, attached: true, listeners: [] })).toBeNull();
  });

  it('passes everything if no chat server is attached', () => {
    expect(failingListener(everything, { own: true, attached: false, listeners: null })).toBeNull();
  });

  it('fails the listeners of a chat server that does not answer', () => {
    const state = { own: true, attached: true, listeners: null };
    expect(failingListener(everything, state)).toBe('SOCKET_C2S encrypted');
    expect(failingListener({ type: 'CONNECTION_MANAGER', encrypted: null }, state)).toBeNull();
    expect(failingListener({ type: 'WEBADMIN', encrypted: null }, state)).toBeNull();
  });

  it.each([
    ['SOCKET_C2S', 'c2s'],
    ['SOCKET_S2S', 's2s'],
    ['BOSH_C2S', 'bosh'],
    ['COMPONENT', 'component'],
  ] as const)('checks the right variant of %s', (type, kind) => {
    const listeners = [listener(kind, true, true), listener(kind, false, false)];
    const state = { own: true, attached: true, listeners };
    const of = (encrypted: boolean | null) =>
      failingListener({ type: type as ConnectionType, encrypted }, state);
    expect(of(true)).toBeNull();
    expect(of(false)).toBe(`${type} unencrypted`);
    expect(of(null)).toBe(`${type} unencrypted`);
  });

  it('fails WEBADMIN unencrypted while this service does not listen', () => {
    const state = { own: false, attached: false, listeners: null };
    expect(failingListener({ type: 'WEBADMIN', encrypted: true }, state)).toBeNull();
    expect(failingListener(everything, state)).toBe('WEBADMIN unencrypted');
  });
});
