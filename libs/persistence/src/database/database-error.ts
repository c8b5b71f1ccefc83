/** What PostgreSQL and its driver tell about a failure. */
export interface DatabaseErrorFacts {
  /** SQLSTATE, or the code of a failed system call */
  readonly code: string | null;
  readonly constraint: string | null;
  readonly message: string;
}

/** TypeORM wraps the errors of the driver; their fields are taken from the inside. */
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

/** Whether the transaction has failed only because of others at the same time. */
export function isRepeatable(error: unknown): boolean {
  const { code } = databaseError(error);
  return code === DEADLOCK || code === SERIALIZATION_FAILURE;
}

/** Others have stored in the meantime what this transaction was about to store; once more it will see it. */
export class Outpaced extends Error {
  readonly code = SERIALIZATION_FAILURE;
}

/**
 * For `catch`: turns the violation of a named constraint into its domain error and lets everything
 * else pass unchanged.
 */
export function translate(
  byConstraint: Readonly<Record<string, () => Error>>,
): (error: unknown) => never {
  return (error) => {
    const { constraint } = databaseError(error);
    throw (constraint !== null ? byConstraint[constraint]?.() : undefined) ?? error;
  };
}
