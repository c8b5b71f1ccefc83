/** What a caller can do about an error, and what decides its form on each way out. */
export type ErrorKind =
  /** the request cannot be used as it is */
  | 'invalid'
  /** it has more than allowed */
  | 'too-large'
  /** the caller may not */
  | 'forbidden'
  | 'not-found'
  | 'already-exists'
  /** the state of the object does not allow it */
  | 'not-allowed'
  /** it existed */
  | 'gone'
  /** another server is needed, which does not answer */
  | 'unreachable'
  /** it takes too long */
  | 'too-slow'
  /** in a moment there is room again */
  | 'busy';

/** The error texts of the deprecated user service. Contract: muc-and-legacy 11.3 */
export type UserServiceError =
  | 'IllegalArgumentException'
  | 'UserNotFoundException'
  | 'UserAlreadyExistsException'
  | 'SharedGroupException';

/** Those that a `detail` explains: what the request says is wrong, or does not go with what there is. */
export type ExplainedKind = 'invalid' | 'already-exists' | 'not-allowed';

export interface ErrorDeclaration {
  readonly kind: ErrorKind;
  /** its name on the wire. Contract: core 9 */
  readonly exception: string;
  readonly userService: UserServiceError;
  /** the message; `{name}` stands for a value */
  readonly text: string;
}

interface Names {
  readonly exception: string;
  readonly userService: UserServiceError;
}

/** One of the errors. */
export const error = <const K extends ErrorKind, const T extends string>(
  kind: K,
  { exception, userService }: Names,
  text: T,
) => ({ kind, exception, userService, text }) as const;

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The values that a text has places for. */
export type ValuesOf<T extends string> = { readonly [N in NamesIn<T>]: string | number };

/** The text with its values. */
export const filled = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
