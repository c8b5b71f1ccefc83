import { Transform } from 'class-transformer';

/** What is known of one setting besides its rules, which class-validator decorators state. */
export interface SettingDescription {
  /** name of the environment variable */
  readonly name: string;
  readonly property: string;
  /** as shown in the documentation; the field initialiser decides */
  readonly default: string;
  readonly description: string;
  /** a secret may also be given as a file, `<name>_FILE` */
  readonly secret: boolean;
}

type Kind = 'text' | 'integer' | 'boolean' | 'list';

const declared = new WeakMap<object, SettingDescription[]>();

/** Marks a field of a configuration class as read from the environment. */
export function Setting(
  name: string,
  kind: Kind,
  defaultText: string,
  description: string,
  { secret = false } = {},
): PropertyDecorator {
  return (target, property) => {
    const settings = declared.get(target) ?? [];
    settings.push({ name, property: String(property), default: defaultText, description, secret });
    declared.set(target, settings);
    Transform(
      ({ value }: { value: unknown }) => (typeof value === 'string' ? read(kind, value) : value),
      {
        toClassOnly: true,
      },
    )(target, property);
  };
}

/** In the order of declaration, those of the class that it extends first. */
export function settingsOf(config: new () => object): readonly SettingDescription[] {
  const settings: SettingDescription[] = [];
  let owner: object | null = config.prototype as object;
  while (owner !== null) {
    settings.unshift(...(declared.get(owner) ?? []));
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return settings;
}

/** Text that does not fit its kind stays text, which the rules of the class then refuse. */
function read(kind: Kind, text: string): unknown {
  switch (kind) {
    case 'text':
      return text;
    case 'integer':
      return /^[+-]?\d{1,15}$/.test(text.trim()) ? Number(text) : text;
    case 'boolean':
      return /^(true|false)$/i.test(text.trim()) ? text.trim().toLowerCase() === 'true' : text;
    case 'list':
      return text
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '');
  }
}
