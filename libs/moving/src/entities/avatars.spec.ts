import { domainpart } from '@chat-admin/domain/shared/jid';
import { accountName } from '../mapping/account-name.js';
import { AVATAR_DATA } from '../mapping/avatars.js';
import type { MappingContext } from '../mapping/context.js';
import { MovedJids } from '../mapping/jids.js';
import { MovedNames } from '../mapping/names.js';
import type { PepRow, VCardRow } from '../rows.js';
import type { Source } from '../source.js';
import { vcardsWithAvatars } from './avatars.js';

const domain = domainpart('example.org')!;
const bytes = (n: number) => `iVBORw0KGgoAAAA${n}`;

function nodeOf(address: string, n: number, leaf?: number): PepRow[] {
  const where = { serviceID: address, nodeID: AVATAR_DATA };
  const payload = `<data xmlns="${AVATAR_DATA}">${bytes(n)}</data>`;
  const node = leaf === undefined ? null : ({ leaf } as never);
  return [
    { type: 'node', ...where, node, items: 1 },
    { type: 'item', ...where, id: 'i', jid: null, creationDate: '0', payload },
  ];
}

/** [name, whether it has a vCard, which avatar] */
async function cards(accounts: readonly string[], vcards: readonly string[], pep: PepRow[]) {
  const names = new MovedNames(accountName);
  for (const name of accounts) names.see({ name, modified: 0 });
  names.decide();
  const context = { accounts: names, jids: new MovedJids(domain, domain) } as MappingContext;
  const rows = async function* () {
    for (const username of vcards) yield { username, vcard: null } satisfies VCardRow;
  };
  const source = {
    async *rows() {
      yield* pep;
    },
  } as unknown as Source;
  const found: unknown[] = [];
  for await (const { username, row, avatar } of vcardsWithAvatars(rows(), source, context)) {
    found.push([username, row !== null, avatar?.value?.base64 ?? null]);
  }
  return found;
}

describe('vCards with the avatars of their owners', () => {
  it('come by user name, although addresses sort otherwise', async () => {
    const pep = [...nodeOf('a-b@example.org', 1), ...nodeOf('a@example.org', 2)];
    expect(await cards(['a', 'a-b', 'c'], ['a', 'c'], pep)).toEqual([
      ['a', true, bytes(2)],
      ['a-b', false, bytes(1)],
      ['c', true, null],
    ]);
  });

  it('meet by the account, however its name is written', async () => {
    const pep = [...nodeOf('bob@example.org', 1), ...nodeOf('zoe@example.org', 2)];
    expect(await cards(['Bob', 'zoe'], ['Bob'], pep)).toEqual([
      ['Bob', true, bytes(1)],
      ['zoe', false, bytes(2)],
    ]);
  });

  it('have one avatar each, and none of others', async () => {
    const pep = [
      ...nodeOf('OLA@example.org', 1),
      ...nodeOf('kim@other.example', 2),
      ...nodeOf('kim@example.org', 3, 0),
      ...nodeOf('ola@example.org', 4),
    ];
    expect(await cards(['kim', 'ola'], ['kim'], pep)).toEqual([
      ['kim', true, null],
      ['ola', false, bytes(1)],
    ]);
  });
});
