import type { ScramKeys } from '@chat-admin/domain/users/credentials';
import type { MechanismKeys, ScramColumns } from '../rows.js';

/** Keys of a source row that can be used, and what cannot. Moving in: 3.5 */
export interface FoundKeys {
  readonly sha1: ScramKeys | null;
  readonly sha256: ScramKeys | null;
  /** names of mechanisms whose keys are incomplete or of other lengths */
  readonly incomplete: readonly string[];
  /** names of mechanisms that are not moved */
  readonly unsupported: readonly string[];
}

const DEFAULT_ROUNDS = 4096;
const MOST_ROUNDS = 2_147_483_647;
const KEY_BYTES: Readonly<Record<string, number>> = { 'SCRAM-SHA-1': 20, 'SCRAM-SHA-256': 32 };
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Rows of `ofUserScram` are preferred to the columns of `ofUser`. */
export function foundKeys(columns: ScramColumns | null, rows: readonly MechanismKeys[]): FoundKeys {
  const byMechanism = new Map<string, ScramColumns>();
  if (columns !== null && !isAbsent(columns)) byMechanism.set('SCRAM-SHA-1', columns);
  for (const row of rows) if (!isAbsent(row)) byMechanism.set(row.mechanism.toUpperCase(), row);
  const keys = new Map<string, ScramKeys>();
  const incomplete: string[] = [];
  const unsupported: string[] = [];
  for (const [mechanism, found] of byMechanism) {
    const bytes = KEY_BYTES[mechanism];
    if (bytes === undefined) {
      unsupported.push(mechanism);
      continue;
    }
    const read = readKeys(found, bytes);
    if (read === null) incomplete.push(mechanism);
    else keys.set(mechanism, read);
  }
  return {
    sha1: keys.get('SCRAM-SHA-1') ?? null,
    sha256: keys.get('SCRAM-SHA-256') ?? null,
    incomplete,
    unsupported,
  };
}

const isAbsent = ({ salt, storedKey, serverKey }: ScramColumns): boolean =>
  !salt?.trim() && !storedKey?.trim() && !serverKey?.trim();

function readKeys(found: ScramColumns, bytes: number): ScramKeys | null {
  const salt = readBase64(found.salt);
  const storedKey = readBase64(found.storedKey);
  const serverKey = readBase64(found.serverKey);
  const iterations = found.iterations ?? DEFAULT_ROUNDS;
  if (salt === null || salt.length === 0) return null;
  if (storedKey?.length !== bytes || serverKey?.length !== bytes) return null;
  if (!Number.isInteger(iterations) || iterations < 1 || iterations > MOST_ROUNDS) return null;
  return { salt, storedKey, serverKey, iterations };
}

function readBase64(text: string | null): Buffer | null {
  const trimmed = text?.trim() ?? '';
  return BASE64.test(trimmed) ? Buffer.from(trimmed, 'base64') : null;
}
