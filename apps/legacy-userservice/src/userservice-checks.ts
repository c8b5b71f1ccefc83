import { legacyUsername } from './legacy-username.js';
import { TYPES } from './userservice-operations.js';
import type { Operation, OperationType } from './userservice-operations.js';
import type { ParameterName, Parameters } from './userservice.query.js';
import { Refused } from './userservice.reply.js';

const ROSTER_TYPES: readonly OperationType[] = ['add_roster', 'update_roster', 'delete_roster'];

/** @throws Refused for a type that is missing or unknown, and for values that cannot be decoded */
export function readType(parameters: Parameters): OperationType {
  if ([...parameters.values()].includes(null)) throw new Refused('IllegalArgumentException');
  const type = TYPES.find((known) => known === parameters.get('type'));
  if (type === undefined) throw new Refused('IllegalArgumentException');
  return type;
}

/** The operation that is asked for. @throws Refused. Contract: muc-and-legacy 11.4, checks 5 to 7 */
export function readOperation(type: OperationType, parameters: Parameters): Operation {
  const text = (name: ParameterName): string | undefined => parameters.get(name) ?? undefined;
  const sentName = text('username');
  if (type !== 'grouplist' && sentName === undefined) throw new Refused('IllegalArgumentException');
  const subscription = text('subscription');
  if (ROSTER_TYPES.includes(type)) {
    if (text('item_jid') === undefined) throw new Refused('IllegalArgumentException');
    if (subscription !== undefined && !/^(-1|[0-3])$/.test(subscription)) {
      throw new Refused('IllegalArgumentException');
    }
  }
  return {
    type,
    username: type === 'grouplist' ? null : readUsername(type, sentName!),
    password: text('password'),
    name: text('name'),
    email: text('email'),
    groups: text('groups')
      ?.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    itemJid: text('item_jid') ?? '',
    subscription: subscription === undefined ? undefined : Number(subscription),
  };
}

function readUsername(type: OperationType, sent: string): NonNullable<Operation['username']> {
  if (sent.trim() === '') {
    throw new Refused(type === 'add' ? 'IllegalArgumentException' : 'UserNotFoundException');
  }
  const username = legacyUsername(sent);
  if (username === null) throw new Refused('IllegalArgumentException');
  return username;
}
