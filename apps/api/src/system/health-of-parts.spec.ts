import { ChatServerAway } from '@chat-admin/domain/chat-server/chat-server';
import { NoCluster } from '@chat-admin/domain/cluster/cluster-directory';
import { ChatServerSpy } from '@chat-admin/domain/testing/chat-server-spy';
import { inMemoryPorts } from '@chat-admin/domain/testing/in-memory-ports';
import type { InMemoryPorts } from '@chat-admin/domain/testing/in-memory-ports';
import { HealthOfParts } from './health-of-parts.js';
import type { PartVitals } from './health-of-parts.js';

describe('HealthOfParts', () => {
  let ports: InMemoryPorts;
  const healthy: PartVitals = {
    isServing: () => true,
    pingDatabase: () => Promise.resolve(),
    writeFault: () => null,
    publishesEvents: () => true,
    directories: () => Promise.resolve({}),
  };
  const parts = (vitals: Partial<PartVitals> = {}) =>
    new HealthOfParts(
      { ...healthy, ...vitals },
      ports.properties,
      new NoCluster(),
      ports.chatServer,
      10,
    );
  const failures = async (vitals: Partial<PartVitals>) =>
    (await parts(vitals).look())
      .filter(({ status }) => status === 'failed')
      .map(({ name, message }) => [name, message]);
  beforeEach(async () => {
    ports = inMemoryPorts();
    await ports.propertyStore.put('adminConsole.access.allow-wildcards-in-excludes', 'true');
  });

  it.each<[string, Partial<PartVitals>, [string, string]]>([
    ['starts', { isServing: () => false }, ['api', 'The service is starting or stopping']],
    [
      'waits for the database',
      { pingDatabase: () => new Promise(() => undefined) },
      ['database', 'The database does not answer'],
    ],
    [
      'cannot write',
      { writeFault: () => 'no space' },
      ['database', 'The database takes no writes (no space)'],
    ],
    ['cannot publish', { publishesEvents: () => false }, ['events', 'Events are not published']],
  ])('says what has failed while it %s', async (_, vitals, expected) => {
    expect(await failures(vitals)).toEqual([expected]);
  });

  it('remembers since when a part is as it is', async () => {
    const chatServer = new ChatServerSpy();
    const watched = new HealthOfParts(healthy, ports.properties, new NoCluster(), chatServer);
    const look = async () => (await watched.look()).find(({ name }) => name === 'chatserver')!;
    const first = await look();
    expect(first.status).toBe('ok');
    expect(await look()).toEqual(first);
    chatServer.listeners = () => Promise.reject(new ChatServerAway());
    const away = await look();
    expect(away).toMatchObject({ status: 'failed', message: 'The chat server cannot be reached' });
    expect(await look()).toEqual(away);
  });
});
