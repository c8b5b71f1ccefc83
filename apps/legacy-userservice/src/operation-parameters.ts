import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { Use } from '@chat-admin/domain/shared/stringprep';
import { escapedUsername } from '@chat-admin/domain/users/escaped-username';
import type { ParameterName, Parameters } from './userservice.query.js';
import { Refused } from './userservice.reply.js';

// What the types read of the parameters. Absent ones are `undefined`. @throws Refused
// Contract: muc-and-legacy 11.4, checks 5 to 7

const MAX_GROUPS = 1000;

/** All of them, even those that the type does not use. */
export const decoded = (sent: Parameters): Parameters =>
  [...sent.values()].includes(null) ? illegal() : sent;

export const nothing = (): null => null;

/** An existing user; a blank name counts as a missing user. */
export const account = (sent: Parameters) => ({
  username: usernameIn(sent) ?? unknownUser(),
  ...detailsIn(sent),
});

export const newAccount = (sent: Parameters) => ({
  username: usernameIn(sent, 'stored') ?? illegal(),
  ...detailsIn(sent),
});

export const contact = (sent: Parameters) => {
  // before the user name, which causes a different error
  const item = {
    jid: textIn(sent, 'item_jid') ?? illegal(),
    nickname: textIn(sent, 'name'),
    subscription: subscriptionIn(sent),
    groups: groupsIn(sent),
  };
  return { username: usernameIn(sent) ?? unknownUser(), item };
};

/** For types that act on `groups`. Contract: extensions E10, I-9 */
export const withFewGroups =
  <P>(read: (sent: Parameters) => P) =>
  (sent: Parameters): P => {
    const parameters = read(sent);
    return (groupsIn(sent)?.length ?? 0) > MAX_GROUPS ? illegal() : parameters;
  };

const textIn = (sent: Parameters, name: ParameterName) => sent.get(name) ?? undefined;

const detailsIn = (sent: Parameters) => ({
  password: textIn(sent, 'password'),
  name: textIn(sent, 'name'),
  email: textIn(sent, 'email'),
  groups: groupsIn(sent),
});

/** `null` for a blank name. */
function usernameIn(sent: Parameters, use: Use = 'query'): Localpart | null {
  const text = textIn(sent, 'username') ?? illegal();
  return text.trim() === '' ? null : (escapedUsername(text, use) ?? illegal());
}

/** Split and trimmed, without empty names. */
function groupsIn(sent: Parameters): readonly string[] | undefined {
  const names = textIn(sent, 'groups')?.split(',');
  return names?.map((name) => name.trim()).filter((name) => name !== '');
}

function subscriptionIn(sent: Parameters): number | undefined {
  const text = textIn(sent, 'subscription');
  if (text !== undefined && !/^(-1|[0-3])$/.test(text)) illegal();
  return text === undefined ? undefined : Number(text);
}

export function illegal(): never {
  throw new Refused('IllegalArgumentException');
}

function unknownUser(): never {
  throw new Refused('UserNotFoundException');
}
