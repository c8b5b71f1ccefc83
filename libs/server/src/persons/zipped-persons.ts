import { PersonFiles } from '@chat-admin/domain/persons/person-files';
import type { ExportedKind } from '@chat-admin/domain/persons/personal-kinds';
import { UserNotFound } from '@chat-admin/domain/users/errors';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { ROW_KINDS, rowsOfPerson } from '@chat-admin/persistence/persons/person-rows';
import type { PersonSnapshot } from '@chat-admin/persistence/persons/person-snapshot';
import type { Loss } from '@chat-admin/portable/faults';
import { PIE } from '@chat-admin/portable/xep0227/elements';
import { documentText } from '@chat-admin/portable/xep0227/export-xep0227';
import { userRows } from '@chat-admin/portable/xep0227/user-rows';
import type { UserRows, UserSource } from '@chat-admin/portable/xep0227/user-rows';
import { userText } from '@chat-admin/portable/xep0227/write-user';
import { zipOf } from './zip-stream.js';

/** Each kind that is to be in the XEP-0227 file, does not compile before that has it; and no keys of passwords. */
type Written = Pick<UserRows, ExportedKind<'xep-0227'> | 'keys'>;

/** What the chat server keeps is read by functions, since its tables are not this role's. */
const STORES = {
  values: 'chat_server_values(($1::text[])[1])',
  entries: 'chat_server_entries(($1::text[])[1])',
};

/** All that is kept of a person, as a ZIP file: one of XEP-0227, and one of each kind that it does not know. Moving in: 10 */
export class ZippedPersons extends PersonFiles {
  constructor(
    private readonly open: () => Promise<PersonSnapshot>,
    private readonly domain: ServiceDomain,
  ) {
    super();
  }

  async *zipOf(username: Localpart): AsyncGenerator<Uint8Array> {
    const snapshot = await this.open();
    const losses: Loss[] = [];
    try {
      const account = 'select id as "accountId" from account where username = $1';
      const found = await snapshot.rows<{ accountId: string }>(account, [username]).next();
      if (found.done === true) throw new UserNotFound(username);
      const person = { username, jid: this.domain.jidOf(username), ...found.value[0]! };
      const kinds = ROW_KINDS.map((kind) => ({
        name: `${kind}.ndjson`,
        content: () => this.lines(rowsOfPerson(snapshot, kind, person)),
      }));
      yield* zipOf([
        { name: 'person.xml', content: () => this.xml(snapshot, username, losses) },
        ...kinds,
        // behind that of which it tells
        { name: 'left-out.ndjson', content: () => this.lines([losses]) },
      ]);
    } finally {
      await snapshot.close();
    }
  }

  private xml(
    snapshot: PersonSnapshot,
    username: Localpart,
    losses: Loss[],
  ): AsyncGenerator<string> {
    const domain = this.domain.name;
    const rows = snapshot.rows.bind(snapshot);
    const source: UserSource = { domain, stores: STORES, rows, stored: rows };
    const written: Written = userRows(source, { usernames: [username], withShared: false });
    const options = {
      ...{ domain, withoutCredentials: true },
      onLoss: (loss: Loss) => losses.push(loss),
    };
    return documentText(domain, userText(username, written, options, PIE));
  }

  /** NDJSON, whose first line says what it is. */
  private async *lines(
    batches: AsyncIterable<readonly object[]> | Iterable<readonly object[]>,
  ): AsyncGenerator<string> {
    const head = {
      ...{ format: 'chat-admin', version: 1, domain: this.domain.name },
      exported_at: new Date().toISOString(),
    };
    yield `${JSON.stringify(head)}\n`;
    for await (const rows of batches) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
}
