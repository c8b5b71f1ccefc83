import { EVERYTHING } from '@chat-admin/domain/shared/scopes';
import { PropertyManagement } from '@chat-admin/domain/system/property-management';
import { isSensitive, protectionOf } from '@chat-admin/domain/system/property-rules';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { report, table } from './action.js';
import type { Action, ReportOptions, Terminal } from './action.js';
import type { PropertyChange, PropertyOptions } from './commands/property.js';
import { EXIT } from './exit-codes.js';
import { NotForced, UnusableWord } from './failures.js';
import { onDatabase } from './on-database.js';

export const listProperties: Action<ReportOptions> = (options, terminal) =>
  withProperties(terminal, 'list', null, async (properties) => {
    const listed = await properties.list();
    const rows = listed.map(({ key, value }) => [key, value ?? '']);
    report(terminal, options, { properties: listed }, table(rows));
    return EXIT.done;
  });

export const getProperty: Action<PropertyOptions> = ({ key, ...options }, terminal) =>
  withProperties(terminal, 'get', key, async (properties) => {
    const { value } = await properties.get(key);
    report(terminal, options, { key, value }, [value ?? '']);
    return EXIT.done;
  });

export const setProperty: Action<PropertyChange> = async (options, terminal) => {
  const { key } = options;
  requireForce(options);
  if (isSensitive(key) && options.value !== undefined) {
    throw new UnusableWord(`${key} is a secret: it is asked for, or read from standard input`);
  }
  const value = options.value ?? (await terminal.askSecret(`Value of ${key}: `));
  return withProperties(terminal, 'set', key, async (properties) => {
    await properties.put({ key, value });
    report(terminal, options, { key }, [`${key} is set`]);
    return EXIT.done;
  });
};

export const deleteProperty: Action<PropertyChange> = async (options, terminal) => {
  const { key, below } = options;
  requireForce(options);
  return withProperties(terminal, 'delete', key, async (properties) => {
    await properties.remove(key, !below, EVERYTHING);
    report(terminal, options, { key }, [`${key} is deleted`]);
    return EXIT.done;
  });
};

function requireForce({ key, force }: PropertyChange): void {
  if (protectionOf(key) !== 'security' || force) return;
  throw new NotForced(`${key} decides who may call or what is kept: --force changes it anyway`);
}

function withProperties(
  { environment }: Terminal,
  verb: string,
  key: string | null,
  work: (properties: PropertyManagement) => Promise<number>,
): Promise<number> {
  const described = {
    command: ['property', verb, key].filter(Boolean).join(' '),
    object: ['/system/properties', key].filter(Boolean).join('/'),
  };
  return onDatabase(
    environment,
    described,
    ({ propertyStore, properties, transactions }: Persistence) =>
      work(new PropertyManagement(propertyStore, properties, transactions, true)),
  );
}
