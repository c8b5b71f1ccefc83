import { DEFAULT_DESCRIPTION } from '@chat-admin/domain/muc/services/chat-service';
import type { ChatService, ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import type { Open } from './repositories.js';

/** Chat services, which cannot be removed. */
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
      expect.arrayContaining([service('a-suite'), hidden, service('conference')]),
    );
    const names = (await chatServices.list()).map(({ name }) => name);
    expect(names).toEqual([...names].sort());
  });
}
