import { isScope } from '@chat-admin/domain/shared/scopes';
import type { Scope } from '@chat-admin/domain/shared/scopes';
import { ValidateBy } from 'class-validator';

/** From values of a claim to scopes. */
export type ScopeMap = ReadonlyMap<string, readonly Scope[]>;

/** @returns `null` if it is none */
export function readScopeMap(text: string): ScopeMap | null {
  try {
    const entries = Object.entries(JSON.parse(text) as object);
    const isMap = entries.every(
      ([, scopes]) => Array.isArray(scopes) && scopes.every((one) => isScope(String(one))),
    );
    return isMap && entries.length > 0 ? new Map(entries as [string, Scope[]][]) : null;
  } catch {
    return null;
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** `https`, or `http` at a loopback address. */
export function isIssuerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

export const IsIssuerAddress = (): PropertyDecorator =>
  rule('issuerAddress', isIssuerAddress, 'must be https://…, or http:// at a loopback address');

export const IsScopeMap = (): PropertyDecorator =>
  rule(
    'scopeMap',
    (text) => readScopeMap(text) !== null,
    'must be a JSON object of lists of scopes',
  );

function rule(name: string, holds: (text: string) => boolean, message: string): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value: unknown) => typeof value === 'string' && holds(value),
      defaultMessage: () => message,
    },
  });
}
