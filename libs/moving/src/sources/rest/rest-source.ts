import { GroupJids } from '@chat-admin/domain/muc/affiliations/group-jids';
import type { Domainpart } from '@chat-admin/domain/shared/jid';
import { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { Md5 } from '../../mapping/jids.js';
import type { Report, ReportCode, ReportEntry } from '../../report.js';
import {
  type FlagColumns,
  type Kind,
  KINDS,
  type RowsByKind,
  type ServiceRow,
} from '../../rows.js';
import { type RowsOptions, type Source, type SourceFacts, SourceRefused } from '../../source.js';
import { compareTexts } from '../cells.js';
import { isObject, objectsOf, text } from './documents.js';
import { inOrder } from './in-order.js';
import { type JsonObject, type RestAddress, RestClient, Unreachable } from './rest-client.js';
import {
  accountRow,
  groupRow,
  lockout,
  messageRows,
  propertyRow,
  roomRow,
  rosterRow,
  serviceRow,
} from './rows.js';

const LOST: readonly (readonly [Kind, string, string])[] = [
  ['accounts', 'password', 'Passwords and keys are not shown.'],
  ['accounts', 'creationDate', 'Dates of accounts are not shown.'],
  ['rosters', 'recv', 'Requests that wait for an answer are not shown as such.'],
  ['groups', 'visibility', 'Of the visibility of groups only shared or not is shown.'],
  ['services', 'isHidden', 'Whether a service is hidden is not shown by all versions.'],
  ['messages', 'history', 'Older lines than chathistory gives are not shown.'],
];

/**
 * A running server, asked by its REST API: Openfire's plugin or this product, in any names of JSON. Names of accounts, groups and
 * rooms are held in memory, since their lists come whole.
 */
export class RestSource implements Source {
  private readonly groupJids: GroupJids;

  private constructor(
    private readonly client: RestClient,
    readonly facts: SourceFacts,
    private readonly flags: ReadonlyMap<string, readonly FlagColumns[]>,
  ) {
    this.groupJids = new GroupJids(
      new ServiceDomain((facts.domain ?? '') as Domainpart),
      new Md5(),
    );
  }

  /** @throws SourceRefused, SourceFailed */
  static async open(address: RestAddress): Promise<RestSource> {
    const client = new RestClient(address);
    const properties = await client.get(['system', 'properties']).catch(refused(address.url));
    const found = objectsOf(properties, 'property', 'properties').map(propertyRow);
    const domain = found.find(({ name }) => name === 'xmpp.domain')?.propValue ?? null;
    const lost = LOST.map(([kind, field, why]) => entry(kind, kind, 'kind-missing', why, field));
    const flags = await lockouts(client, lost);
    return new RestSource(
      client,
      {
        ...{ form: 'rest', server: 'REST API', schema: null, tables: new Map(), domain },
        kinds: new Set(Object.keys(READ) as Kind[]),
        lost: [...lost, ...missingKinds()],
        ...{ stopped: null, mayWrite: null, bytes: null },
        unreadable: new Map(),
      },
      flags,
    );
  }

  /** Contacts and lines are not counted before they are read. */
  async count(kind: Kind): Promise<{ rows: number; estimated: boolean }> {
    if (kind === 'rosters' || kind === 'messages') return { rows: 0, estimated: true };
    let rows = 0;
    for await (const _ of this.rows(kind)) rows += 1;
    return { rows, estimated: false };
  }

  async *rows<K extends Kind>(
    kind: K,
    { since, report = () => {} }: RowsOptions = {},
  ): AsyncGenerator<RowsByKind[K]> {
    const reader = READ[kind] as Reader<K> | undefined;
    if (!reader) return;
    for await (const batch of reader(this, report)) {
      for (const row of batch) {
        if (since && 'logTime' in row && !(Number(row.logTime) >= since.getTime())) continue;
        yield row;
      }
    }
  }

  async connections(): Promise<[]> {
    return [];
  }

  async close(): Promise<void> {}

  async *properties(): AsyncGenerator<readonly RowsByKind['properties'][]> {
    const answer = await this.client.get(['system', 'properties']);
    const rows = objectsOf(answer, 'property', 'properties').map(propertyRow);
    yield rows.sort((a, b) => compareTexts(a.name, b.name));
  }

  async *accounts(): AsyncGenerator<readonly RowsByKind['accounts'][]> {
    yield (await this.users()).map((user) =>
      accountRow(user, this.flags.get(text(user, 'username') ?? '') ?? []),
    );
  }

  async *groups(report: Report): AsyncGenerator<readonly RowsByKind['groups'][]> {
    const list = objectsOf(await this.client.get(['groups']), 'groups', 'group');
    const names = list.map((group) => text(group, 'name') ?? '').sort(compareTexts);
    yield* inOrder(names, async (name) => {
      const group = await this.ask('groups', name, ['groups', name], report);
      return isObject(group) ? [groupRow(group, text(group, 'shared') === 'true')] : [];
    });
  }

  async *rosters(report: Report): AsyncGenerator<readonly RowsByKind['rosters'][]> {
    const names = (await this.users()).map((user) => text(user, 'username') ?? '');
    yield* inOrder(names, async (name) => {
      const roster = await this.ask('rosters', name, ['users', name, 'roster'], report);
      const rows = objectsOf(roster, 'rosterItem').map((item) => rosterRow(name, item));
      return rows.sort((a, b) => compareTexts(a.jid, b.jid));
    });
  }

  async *services(): AsyncGenerator<readonly RowsByKind['services'][]> {
    yield await this.serviceRows();
  }

  async *rooms(): AsyncGenerator<readonly RowsByKind['rooms'][]> {
    for (const { subdomain } of await this.serviceRows()) {
      const query = { servicename: subdomain, type: 'all' };
      const answer = await this.client.get(['chatrooms'], query);
      const rooms = objectsOf(answer, 'chatRooms', 'chatRoom');
      const rows = rooms.map((room) => roomRow(subdomain, room, (n) => this.groupJids.jidOf(n)));
      yield rows.sort((a, b) => compareTexts(a.name, b.name));
    }
  }

  async *messages(report: Report): AsyncGenerator<readonly RowsByKind['messages'][]> {
    for await (const rooms of this.rooms()) {
      yield* inOrder(rooms, async ({ name, services: [service = ''] }) => {
        const path = ['chatrooms', name, 'chathistory'];
        const about = `${name}@${service}`;
        const history = await this.ask('messages', about, path, report, { servicename: service });
        return messageRows(service, name, history);
      });
    }
  }

  private async serviceRows(): Promise<ServiceRow[]> {
    const answer = await this.client.get(['chatservices']);
    const rows = objectsOf(answer, 'chatService', 'chatServices').map(serviceRow);
    return rows.sort((a, b) => compareTexts(a.subdomain, b.subdomain));
  }

  private async users(): Promise<JsonObject[]> {
    const users = objectsOf(await this.client.get(['users']), 'users', 'user');
    return users.sort((a, b) => compareTexts(text(a, 'username'), text(b, 'username')));
  }

  /** One thing; what cannot be asked for is reported. */
  private ask(
    kind: Kind,
    name: string,
    path: readonly string[],
    report: Report,
    query: Readonly<Record<string, string>> = {},
  ) {
    return this.client.get(path, query).catch((error) => {
      if (!(error instanceof Unreachable)) throw error;
      const why = `It cannot be asked for: ${error.message}.`;
      report(entry(kind, name, 'rest-unreachable', why));
      return null;
    });
  }
}

type Reader<K extends Kind> = (
  source: RestSource,
  report: Report,
) => AsyncIterable<readonly RowsByKind[K][]>;

const READ: Partial<{ readonly [K in Kind]: Reader<K> }> = {
  properties: (source) => source.properties(),
  accounts: (source) => source.accounts(),
  groups: (source, report) => source.groups(report),
  rosters: (source, report) => source.rosters(report),
  services: (source) => source.services(),
  rooms: (source) => source.rooms(),
  messages: (source, report) => source.messages(report),
};

/** Versions without this list do not tell who is locked. */
async function lockouts(client: RestClient, lost: ReportEntry[]) {
  const found = new Map<string, FlagColumns[]>();
  try {
    const answer = await client.get(['lockouts']);
    for (const one of objectsOf(answer, 'lockouts', 'lockout')) {
      found.set(text(one, 'username') ?? '', [lockout(one)]);
    }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    const why = 'This version does not show who is locked.';
    lost.push(entry('accounts', 'accounts', 'kind-missing', why, 'lockout'));
  }
  return found;
}

function entry(
  kind: Kind,
  name: string,
  code: ReportCode,
  why: string,
  field?: string,
): ReportEntry {
  return { kind, name, ...(field === undefined ? {} : { field }), code, text: why };
}

function missingKinds(): ReportEntry[] {
  const why = 'The REST API does not show them.';
  return KINDS.filter((kind) => !(kind in READ)).map((k) => entry(k, k, 'kind-missing', why));
}

const refused = (url: string) => (error: unknown) => {
  if (!(error instanceof Unreachable)) throw error;
  throw new SourceRefused(`${url} is no REST API: ${error.message}.`);
};
