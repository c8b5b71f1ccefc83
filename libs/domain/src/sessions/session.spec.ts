import type { LiveSession } from '../chat-server/live-session.js';
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
    expect(viewOf(aSession({ presence }), 'one').presenceStatus).toBe(expected);
  });

  it('shows status text and priority of the presence, or nothing without presence', () => {
    const presence = { show: 'dnd', status: 'in a call', priority: 5 };
    expect(viewOf(aSession({ presence }), 'one')).toMatchObject({
      presenceMessage: 'in a call',
      priority: 5,
    });
    expect(viewOf(aSession({ presence: null }), 'one')).toMatchObject({
      presenceMessage: null,
      priority: 0,
    });
  });

  it('distinguishes local from remote sessions', () => {
    expect(viewOf(aSession(), 'one').node).toBe('Local');
    expect(viewOf(aSession(), 'two').node).toBe('Remote');
  });

  it('marks anonymous users, and shows addresses without a host name', () => {
    expect(viewOf(aSession({ username: null }), 'one')).toMatchObject({
      username: 'Anonymous',
      hostName: '192.0.2.7',
    });
  });
});
