export type Unit = 'bytes' | 'days' | 'minutes' | 'ms';

/** How the text of a property is parsed. */
export interface ValueKind<T> {
  readonly type: 'boolean' | 'integer' | 'text';
  /** what the text has to be, for people */
  readonly expects: string;
  /** all possible texts; `null`: too many to list */
  readonly choices: readonly string[] | null;
  readonly unit: Unit | null;
  /** `undefined` if the text is not such a value */
  parse(text: string): T | undefined;
}

/** Case-insensitive. */
export const flag: ValueKind<boolean> = {
  type: 'boolean',
  expects: 'true or false',
  choices: ['true', 'false'],
  unit: null,
  parse: (text) => (/^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined),
};

export const anyText: ValueKind<string> = {
  type: 'text',
  expects: 'text',
  choices: null,
  unit: null,
  parse: (text) => text,
};

/** Exactly one of these texts. */
export function choice<const C extends string>(...choices: readonly C[]): ValueKind<C> {
  return {
    type: 'text',
    expects: choices.join(', ').replace(/, (?=[^,]*$)/, ' or '),
    choices,
    unit: null,
    parse: (text) => choices.find((one) => one === text),
  };
}

/** 0 to `max`, without a sign. */
export function wholeNumber(max: number, unit: Unit): ValueKind<number> {
  const digits = new RegExp(`^\\d{1,${String(max).length}}$`);
  return {
    type: 'integer',
    expects: `a whole number of ${unit}, at most ${max}`,
    choices: null,
    unit,
    parse: (text) => (digits.test(text) && Number(text) <= max ? Number(text) : undefined),
  };
}

/** A secret that is still accepted. */
export interface FormerSecret {
  readonly secret: string;
  readonly until: Date;
}

/** A moment and a secret, blank between; see {@link formerSecretText}. */
export const secretWithEnd: ValueKind<FormerSecret> = {
  type: 'text',
  expects: 'a moment and a secret',
  choices: null,
  unit: null,
  parse: (text) => {
    const [, moment = '', secret = ''] = /^(\S+) (.+)$/s.exec(text) ?? [];
    const until = new Date(moment);
    return Number.isNaN(until.getTime()) ? undefined : { secret, until };
  },
};

export const formerSecretText = ({ secret, until }: FormerSecret): string =>
  `${until.toISOString()} ${secret}`;
