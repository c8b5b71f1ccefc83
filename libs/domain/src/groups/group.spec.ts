import { domainpart } from '../shared/jid.js';
import { ServiceDomain } from '../shared/service-domain.js';
import { describedGroup } from './group.js';

const domain = new ServiceDomain(domainpart('example.org')!);

describe('describedGroup', () => {
  it('makes bare JIDs of names and JIDs; who is in both lists is admin only', async () => {
    const draft = {
      admins: ['Ola'],
      members: ['zoe', 'far@other.example/desk', 'ola@example.org', 'zoe'],
    };
    expect(await describedGroup('Crew', draft, domain)).toEqual({
      name: 'Crew',
      description: null,
      shared: false,
      admins: ['ola@example.org'],
      members: ['far@other.example', 'zoe@example.org'],
    });
  });

  it.each([
    [{ members: ['a b'] }, 'Cannot parse a member value as a JID: a b'],
    [{ admins: ['@x'] }, 'Cannot parse a admin value as a JID: @x'],
    [{ description: 'x'.repeat(256) }, 'Invalid value for description: longer than 255 characters'],
  ])('refuses %j', async (draft, message) => {
    await expect(describedGroup('Crew', draft, domain)).rejects.toThrow(message);
  });
});
