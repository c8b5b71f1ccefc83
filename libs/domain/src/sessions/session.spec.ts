import type { LiveSession } from '../chat-server/live-session.js';
import { HostNames, NoHostNames } from './host-names.js';
import { viewOf } from './session.js';

const aSession = (more: Partial<LiveSession> = {}): LiveSession => ({
  jid: 'zoe@example.org/desk',
  username: 'zoe',
  resource: 'desk',
  nodeId: 'one',
  status: 'Authenticated',
  presence: { show: null, status: null, priority: 0 },
  hostAddress: '192.0.2.7',
  hostName: null,
  createdAt: new Date(1),
  lastActiveAt: new Date(2),
  secure: true,
  ...more,
});

describe('viewOf', () => {
  it.each([
    [null, 'Offline'],
    [{ show: null, status: null, priority: 0 }, 'Online'],
    [{ show: 'away', status: null, priority: 0 }, 'Away'],
    [{ show: 'chat', status: null, priority: 0 }, 'Available to Chat'],
    [{ show: 'dnd', status: null, priority: 0 }, 'Do Not Disturb'],
    [{ show: 'xa', status: null, priority: 0 }, 'Extended Away'],
    [{ show: 'toString', status: null, priority: 0 }, 'Online'],
  ])('shows presence %j as %s', (presence, expected) => {
    expect(viewOf(aSession({ presence }), 'one', new NoHostNames()).presenceStatus).toBe(expected);
  });

  it('shows status text and priority of the presence, or nothing without presence', () => {
    const presence = { show: 'dnd', status: 'in a call', priority: 5 };
    expect(viewOf(aSession({ presence }), 'one', new NoHostNames())).toMatchObject({
      presenceMessage: 'in a call',
      priority: 5,
    });
    expect(viewOf(aSession({ presence: null }), 'one', new NoHostNames())).toMatchObject({
      presenceMessage: null,
      priority: 0,
    });
  });

  it('distinguishes local from remote sessions', () => {
    expect(viewOf(aSession(), 'one', new NoHostNames()).node).toBe('Local');
    expect(viewOf(aSession(), 'two', new NoHostNames()).node).toBe('Remote');
  });

  it('marks anonymous users, and shows addresses without a host name', () => {
    expect(viewOf(aSession({ username: null }), 'one', new NoHostNames())).toMatchObject({
      username: 'Anonymous',
      hostName: '192.0.2.7',
    });
  });

  it('names the host as far as it is known', () => {
    class OneName extends HostNames {
      nameOf(address: string): string | null {
        return address === '192.0.2.7' ? 'client7.example.net' : null;
      }
    }
    const names = new OneName();
    const named = (more: Partial<LiveSession>) => viewOf(aSession(more), 'one', names).hostName;
    expect(named({ hostAddress: '192.0.2.7', hostName: null })).toBe('client7.example.net');
    expect(named({ hostAddress: '192.0.2.8', hostName: null })).toBe('192.0.2.8');
    expect(named({ hostAddress: '192.0.2.7', hostName: 'given' })).toBe('given');
  });
});
