import { DEFAULT_DESCRIPTION } from '@chat-admin/domain/muc/services/chat-service';
import type { ChatService, ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import type { Open } from './repositories.js';
import { aRoom, roomNamed } from './rooms.js';
import { anEntry } from './samples.js';

/** Chat services, and their removal. */
export function chatServiceSuite(open: Open): void {
  const service = (name: string, more: Partial<ChatService> = {}): ChatService => ({
    name: name as ServiceName,
    description: DEFAULT_DESCRIPTION,
    hidden: false,
    ...more,
  });

  it('are added once, and listed by name along with the default one', async () => {
    const { chatServices } = open();
    const [hidden, blank] = [
      service('über.lab', { description: 'Ours', hidden: true }),
      service('a-suite', { description: ' ' }),
    ];
    expect(await chatServices.exists(blank.name)).toBe(false);
    expect(await chatServices.add(hidden)).toBe(true);
    expect(await chatServices.add(blank)).toBe(true);
    expect(await chatServices.add(service('a-suite', { description: 'Other' }))).toBe(false);
    expect(await chatServices.exists(blank.name)).toBe(true);
    expect(await chatServices.list()).toEqual(
      expect.arrayContaining(
        [service('a-suite'), hidden, service('conference')].map((one) => ({
          ...one,
          historyMaxNumber: 25,
        })),
      ),
    );
    const names = (await chatServices.list()).map(({ name }) => name);
    expect(names).toEqual([...names].sort());
  });

  it('are read and changed with their history, and removed while they have no room', async () => {
    const { audit, chatServices, rooms, transactions } = open();
    const shed = service('shed', { description: 'Ours', hidden: true });
    const owes = () => audit.request(anEntry('remove'), () => chatServices.remove(shed.name));
    expect(await chatServices.find(shed.name)).toBeNull();
    expect(await chatServices.remove(shed.name)).toBe('missing');
    await rooms.create(shed, aRoom('den', { people: {}, groups: {} }));
    expect(await chatServices.find(shed.name)).toEqual({ ...shed, historyMaxNumber: 25 });
    const changed = { ...shed, description: 'Theirs', hidden: false, historyMaxNumber: 7 };
    await transactions.run(async () => {
      expect(await chatServices.lock(shed.name)).toEqual({ ...shed, historyMaxNumber: 25 });
      await chatServices.update(changed);
    });
    expect(await chatServices.find(shed.name)).toEqual(changed);
    expect(await chatServices.remove(shed.name)).toBe('occupied');
    expect(await owes()).toBe(true);
    await rooms.remove(shed.name, roomNamed('den'));
    expect(await owes()).toBe(false);
    expect(await chatServices.find(shed.name)).toBeNull();
  });
}
