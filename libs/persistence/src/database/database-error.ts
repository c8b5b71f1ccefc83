/** The details of an error from PostgreSQL or its driver. */
export interface DatabaseErrorFacts {
  /** SQLSTATE, or the code of a failed system call */
  readonly code: string | null;
  readonly constraint: string | null;
  readonly message: string;
}

/** Unwraps the driver's error from TypeORM's. */
export function databaseError(error: unknown): DatabaseErrorFacts {
  const wrapped = (error as { driverError?: unknown } | null | undefined)?.driverError;
  const inner = (wrapped ?? error) as Partial<Record<'code' | 'constraint' | 'message', unknown>>;
  const field = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    code: field(inner?.code),
    constraint: field(inner?.constraint),
    message: field(inner?.message) ?? '',
  };
}

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
/** A name that the session has already, or not: it is another one than before. */
const UNKNOWN_NAME: readonly unknown[] = ['42P05', '26000'];

/** Whether a statement did not run because a pooler has changed the session under its name. */
export function isUnknownName(error: unknown): boolean {
  return UNKNOWN_NAME.includes(databaseError(error).code);
}

/** Whether the transaction failed only because of concurrent ones, or of names that are not used again. */
export function isRepeatable(error: unknown): boolean {
  const { code } = databaseError(error);
  return code === DEADLOCK || code === SERIALIZATION_FAILURE || isUnknownName(error);
}

/** A concurrent transaction has stored what this one was about to store; a retry will see it. */
export class Outpaced extends Error {
  readonly code = SERIALIZATION_FAILURE;
}

/**
 * For `catch`: translates the violation of a named constraint into its domain error; everything
 * else passes unchanged.
 */
export function translate(
  byConstraint: Readonly<Record<string, () => Error>>,
): (error: unknown) => never {
  return (error) => {
    const { constraint } = databaseError(error);
    throw (constraint !== null ? byConstraint[constraint]?.() : undefined) ?? error;
  };
}
