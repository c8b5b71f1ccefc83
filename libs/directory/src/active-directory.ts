import type { DirectoryCursor } from '@chat-admin/domain/directories/directory-source';
import { fileTime, firstOf, guidBytes, guidText } from './attribute-values.js';
import { ConnectionFault, OperationRefused } from './connection-fault.js';
import { PlainControl, SHOW_DELETED } from './controls.js';
import type { DirectoryClient } from './directory-client.js';
import type { DirectoryKind, Progress } from './directory-kind.js';
import { atLeast, both, equal } from './filters.js';
import type { FoundEntry } from './messages.js';

const ACCOUNT_DISABLED = 2;
const MOST_TOMBSTONES = 10_000;

const guidOf = ({ attributes }: FoundEntry): string | null => {
  const [bytes] = attributes.get('objectguid') ?? [];
  return bytes === undefined ? null : guidText(bytes);
};

/** Active Directory, and Samba as one: changes by the update number of one domain controller (E13.4). */
export const activeDirectory: DirectoryKind = {
  id: {
    attribute: 'objectGUID',
    read: guidOf,
    filter(id) {
      const bytes = guidBytes(id);
      return bytes === null ? null : equal('objectGUID', bytes);
    },
  },
  stateAttributes: ['userAccountControl', 'accountExpires'],
  disabled(entry) {
    const flags = Number(firstOf(entry, 'userAccountControl') ?? 0);
    return {
      disabled: (flags & ACCOUNT_DISABLED) !== 0,
      disabledFrom: fileTime(firstOf(entry, 'accountExpires')),
    };
  },
  passwordTimeAttribute: 'pwdLastSet',
  isRanged: true,
  async begin(client, _bases, former) {
    const root = await client.entry('', [
      'dsServiceName',
      'highestCommittedUSN',
      'defaultNamingContext',
    ]);
    const [server, usn] = ['dsServiceName', 'highestCommittedUSN'].map((name) =>
      root === null ? null : firstOf(root, name),
    );
    if (!server || !usn || !/^\d{1,19}$/.test(usn)) {
      throw new ConnectionFault(
        'exchange',
        'the server shows no highestCommittedUSN, so it is no domain controller',
      );
    }
    if (former !== null && former['server'] === server && former['usn'] === usn) {
      return progressOf(former, null, () => Promise.resolve([]));
    }
    const settings = await client.entry(server, ['invocationId']);
    const [bytes] = settings?.attributes.get('invocationid') ?? [];
    const invocation = (bytes && guidText(bytes)) ?? '';
    const cursor = { server, invocation, usn };
    if (former === null) return progressOf(cursor, null, () => Promise.resolve([]));
    if (former['server'] !== server || former['invocation'] !== invocation) return null;
    if (!/^\d{1,19}$/.test(former['usn'] ?? '') || BigInt(former['usn']!) > BigInt(usn))
      return null;
    const changed = atLeast('uSNChanged', String(BigInt(former['usn']!) + 1n));
    const context = firstOf(root!, 'defaultNamingContext');
    return progressOf(cursor, changed, () => tombstones(client, context, changed));
  },
  changesRemark: ({ usn }) => `update number ${usn}`,
};

const progressOf = (
  cursor: DirectoryCursor,
  changed: Progress['changed'],
  gone: Progress['gone'],
): Progress => ({
  ...{ changed, gone },
  attributes: [],
  note: () => undefined,
  end: () => ({ cursor, sweep: false }),
});

/** Plain readers may not see them, and then get none. */
async function tombstones(
  client: DirectoryClient,
  context: string | null,
  changed: NonNullable<Progress['changed']>,
): Promise<readonly string[]> {
  if (context === null) return [];
  const found: string[] = [];
  try {
    await client.search(
      {
        base: `CN=Deleted Objects,${context}`,
        filter: both(equal('isDeleted', 'TRUE'), changed),
        attributes: ['objectGUID'],
        page: 500,
        controls: [new PlainControl(SHOW_DELETED, { critical: true })],
      },
      async (entries) => {
        if (found.length > MOST_TOMBSTONES) return;
        for (const id of entries.map(guidOf)) if (id !== null) found.push(id);
      },
    );
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error;
    return [];
  }
  return found;
}
