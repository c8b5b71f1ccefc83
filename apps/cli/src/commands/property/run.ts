import { withUseCases } from '../../database/use-cases.js';
import { EVERYTHING } from '@chat-admin/domain/shared/scopes';
import type { PropertyManagement } from '@chat-admin/domain/system/property-management';
import { isSensitive, protectionOf } from '@chat-admin/domain/system/property-rules';
import { report, table } from '../../program/action.js';
import type { Action, ReportOptions, Terminal } from '../../program/action.js';
import { NotForced, UnusableWord } from '../../outcome/failures.js';

export interface PropertyOptions extends ReportOptions {
  readonly key: string;
}

export interface PropertyChange extends PropertyOptions {
  readonly value?: string;
  /** properties that decide who may call, and what is kept, too */
  readonly force?: true;
  /** what is below the key, too */
  readonly below?: true;
}

export const listProperties: Action<ReportOptions> = (options, terminal) =>
  withProperties(terminal, 'list', null, async (properties) => {
    const listed = await properties.list();
    const rows = listed.map(({ key, value }) => [key, value ?? '']);
    report(terminal, options, { properties: listed }, table(rows));
  });

export const getProperty: Action<PropertyOptions> = ({ key, ...options }, terminal) =>
  withProperties(terminal, 'get', key, async (properties) => {
    const { value } = await properties.get(key);
    report(terminal, options, { key, value }, [value ?? '']);
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
  });
};

export const deleteProperty: Action<PropertyChange> = async (options, terminal) => {
  const { key, below } = options;
  requireForce(options);
  return withProperties(terminal, 'delete', key, async (properties) => {
    await properties.remove(key, !below, EVERYTHING);
    report(terminal, options, { key }, [`${key} is deleted`]);
  });
};

function requireForce({ key, force }: PropertyChange): void {
  if (protectionOf(key) !== 'security' || force) return;
  throw new NotForced(`${key} decides who may call or what is kept: --force changes it anyway`);
}

function withProperties(
  terminal: Terminal,
  verb: string,
  key: string | null,
  work: (properties: PropertyManagement) => Promise<void>,
): Promise<number> {
  const described = {
    command: ['property', verb, key].filter(Boolean).join(' '),
    object: ['/system/properties', key].filter(Boolean).join('/'),
  };
  return withUseCases(terminal, described, ({ properties }) => work(properties));
}
