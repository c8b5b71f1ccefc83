import type { Form } from './test-api.js';
import { XML } from './test-api.js';

export interface UserFields {
  readonly username?: string;
  readonly password?: string;
  readonly name?: string;
  readonly email?: string;
  /** absent keys and values are omitted from the document */
  readonly properties?: readonly { readonly key?: string; readonly value?: string }[];
}

export interface RosterFields {
  readonly jid?: string;
  readonly nickname?: string;
  readonly subscriptionType?: number | string;
  readonly groups?: readonly string[];
}

export interface GroupFields {
  readonly name?: string;
  readonly description?: string;
  readonly admins?: readonly string[];
  readonly members?: readonly string[];
  readonly shared?: boolean;
}

/** `{ key: value }` as the list of properties in a document. */
export const properties = (map: Readonly<Record<string, string>>) =>
  Object.entries(map).map(([key, value]) => ({ key, value }));

/**
 * Fields appear in the given order, so the same functions build requests and expected responses.
 */
export function userText(form: Form, fields: UserFields): string {
  return form === 'json' ? JSON.stringify(fields) : XML + userElement(fields);
}

/** JSON: member `users`; XML: root `users`. */
export function usersText(form: Form, users: readonly UserFields[]): string {
  return listText(form, 'users', 'users', users, userElement);
}

export function userGroupsText(form: Form, names: readonly string[]): string {
  return listText(form, 'groups', 'groupnames', names, (name) => element('groupname', name));
}

export function rosterItemText(form: Form, fields: RosterFields): string {
  return form === 'json' ? JSON.stringify(fields) : XML + rosterElement(fields);
}

export function rosterText(form: Form, items: readonly RosterFields[]): string {
  return listText(form, 'roster', 'rosterItem', items, rosterElement);
}

export function groupText(form: Form, fields: GroupFields): string {
  return form === 'json' ? JSON.stringify(fields) : XML + groupElement(fields);
}

export function groupsText(form: Form, groups: readonly GroupFields[]): string {
  return listText(form, 'groups', 'groups', groups, groupElement);
}

function listText<T>(
  form: Form,
  root: string,
  member: string,
  items: readonly T[],
  write: (item: T) => string,
): string {
  if (form === 'json') return JSON.stringify({ [member]: items });
  return XML + wrapper(root, items.map(write).join(''));
}

const userElement = (fields: UserFields): string =>
  elements('user', fields, {
    properties: (list) =>
      list
        .map(({ key, value }) => `<property${attribute('key', key)}${attribute('value', value)}/>`)
        .join(''),
  });

const rosterElement = (fields: RosterFields): string =>
  elements('rosterItem', fields, {
    groups: (list) => list.map((name) => element('group', name)).join(''),
  });

const groupElement = (fields: GroupFields): string =>
  elements('group', fields, {
    admins: (list) => list.map((jid) => element('admin', jid)).join(''),
    members: (list) => list.map((jid) => element('member', jid)).join(''),
  });

type Content<F> = { readonly [K in keyof F]?: (value: NonNullable<F[K]>) => string };

function elements<F extends object>(root: string, fields: F, lists: Content<F>): string {
  const children = Object.entries(fields).map(([name, value]) => {
    const write = lists[name as keyof F] as ((value: unknown) => string) | undefined;
    return write ? wrapper(name, write(value)) : element(name, String(value));
  });
  return wrapper(root, children.join(''));
}

function wrapper(name: string, content: string): string {
  return content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`;
}

export function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

function attribute(name: string, text: string | undefined): string {
  return text === undefined ? '' : ` ${name}="${escaped(text).replaceAll('"', '&quot;')}"`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
