import { pageOf } from '@chat-admin/client';
import type { OnePage } from '@chat-admin/client';
import { api } from '../shared/api/client';
import type { Call } from '../shared/api/query';
import { fieldTable } from '../shared/fields/field-table';
import { list } from '../shared/list/list';
import type { PageOf, PathValues } from '../shared/list/list';
import { inAddress } from '../shared/screens/address';

export const AFFILIATIONS = ['owner', 'admin', 'member', 'outcast'] as const;
export type Affiliation = (typeof AFFILIATIONS)[number];

/** Somebody with an affiliation, or a group. */
export interface Person {
  readonly jid: string;
  readonly affiliation: Affiliation;
}

const personFields = fieldTable('rooms.person').of<Person>({
  jid: { kind: 'text', column: 'shown' },
  affiliation: { kind: 'choice', column: 'shown', width: 180, choices: AFFILIATIONS },
});

type ListsOfPeople =
  | '/chatrooms/{roomName}/owners'
  | '/chatrooms/{roomName}/admins'
  | '/chatrooms/{roomName}/members'
  | '/chatrooms/{roomName}/outcasts';

/**
 * A page of the four lists as one, one after another; `after` is the affiliation and the cursor of its list.
 */
async function pageOfPeople(
  query: Readonly<Record<string, unknown>>,
  path: PathValues,
  call: Call,
): Promise<PageOf<Person>> {
  const { affiliation, after, limit, ...rest } = query;
  const [from, cursor] = typeof after === 'string' ? after.split(' ', 2) : [undefined, ''];
  const all = affiliation === undefined ? AFFILIATIONS : [affiliation as Affiliation];
  const left = from === undefined ? all : all.slice(all.indexOf(from as Affiliation));
  const most = Number(limit ?? 100);
  const entries: Person[] = [];
  let count = 0;
  for (const [index, one] of left.entries()) {
    const page: OnePage<ListsOfPeople> = await pageOf(
      api,
      `/chatrooms/{roomName}/${one}s` as ListsOfPeople,
      {
        path,
        query: {
          ...rest,
          limit: String(most - entries.length),
          ...(index === 0 && cursor && { after: cursor }),
        },
        ...call,
      } as never,
    );
    count += page.total?.count ?? 0;
    entries.push(...(page.entries as readonly string[]).map((jid) => ({ jid, affiliation: one })));
    if (query['total'] !== undefined) {
      entries.length = 0;
      continue;
    }
    if (page.next !== null) return { entries, next: `${one} ${page.next}`, total: null };
    const next = left[index + 1];
    if (entries.length >= most && next) return { entries, next: `${next} `, total: null };
  }
  return { entries, next: null, total: { count, isLimited: false } };
}

const makePeopleList = (service: string) =>
  list<'/chatrooms/{roomName}/owners', Person>({
    key: 'roomPeople',
    path: '/chatrooms/{roomName}/owners',
    page: pageOfPeople,
    rowKey: ({ jid }) => jid,
    rowName: ({ jid }) => groupIn(jid) ?? jid,
    table: personFields,
    search: { text: inAddress.text, affiliation: inAddress.oneOf(...AFFILIATIONS) },
    filters: { affiliation: { kind: 'choice', choices: AFFILIATIONS } },
    toQuery: (values) => ({ ...values, servicename: service }),
    events: ['room.*'],
  });

const lists = new Map<string, ReturnType<typeof makePeopleList>>();

/** Owners, admins, members and outcasts of a room of a service. */
export function peopleListOf(service: string): ReturnType<typeof makePeopleList> {
  const known = lists.get(service) ?? makePeopleList(service);
  lists.set(service, known);
  return known;
}

const DIGITS = '0123456789abcdefghijklmnopqrstuv';

/**
 * The name in a group JID, whose local part is the name in base32hex and whose resource is an MD5 digest.
 * @returns null for people
 */
export function groupIn(jid: string): string | null {
  const [, local] = /^([0-9a-v]+=*)@[^/]+\/[0-9a-f]{32}$/.exec(jid) ?? [];
  if (local === undefined) return null;
  const bits = [...local.replaceAll('=', '')]
    .map((digit) => DIGITS.indexOf(digit).toString(2).padStart(5, '0'))
    .join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** Sets an affiliation, which takes the place of the one there was. */
export const setAffiliation = (
  service: string,
  roomName: string,
  { jid, affiliation }: Person,
  sendInvitations = false,
) =>
  api.POST(
    `/chatrooms/{roomName}/${affiliation}s/{name}` as '/chatrooms/{roomName}/owners/{name}',
    {
      params: {
        path: { roomName, name: jid },
        query: { servicename: service, ...(sendInvitations && { sendInvitations: true }) },
      },
    },
  );

/** Sets an affiliation for several people and groups, all of them or nobody. */
export const addToList = (
  service: string,
  roomName: string,
  affiliation: Affiliation,
  names: readonly string[],
) =>
  api.POST(`/chatrooms/{roomName}/${affiliation}s` as '/chatrooms/{roomName}/members', {
    params: { path: { roomName }, query: { servicename: service } },
    body: { [`${affiliation}s`]: names } as never,
  });

/** Takes an affiliation away. */
export const removeAffiliation = (
  service: string,
  roomName: string,
  { jid, affiliation }: Person,
) =>
  api.DELETE(
    `/chatrooms/{roomName}/${affiliation}s/{name}` as '/chatrooms/{roomName}/owners/{name}',
    { params: { path: { roomName, name: jid }, query: { servicename: service } } },
  );
