/** What is known of one setting besides its rules, which class-validator decorators state. */
export interface SettingDescription {
  /** name of the environment variable */
  readonly name: string;
  readonly property: string;
  readonly description: string;
  /** a secret may also be given as a file, `<name>_FILE` */
  readonly secret: boolean;
  /** value of the field; its type says how texts are read */
  readonly default: unknown;
  /** what holds while there is neither a value nor a default; Markdown */
  readonly unset: string | null;
}

type Declared = Omit<SettingDescription, 'default'>;

const declared = new WeakMap<object, Declared[]>();

/**
 * Marks a field of a configuration class as read from the environment.
 * @param description Markdown
 */
export function Setting(
  name: string,
  description: string,
  { secret = false, unset = null }: { secret?: boolean; unset?: string | null } = {},
): PropertyDecorator {
  return (target, property) => {
    const settings = declared.get(target) ?? [];
    settings.push({ name, property: String(property), description, secret, unset });
    declared.set(target, settings);
  };
}

/** In the order of declaration, those of the class that it extends first. */
export function settingsOf(config: new () => object): readonly SettingDescription[] {
  const defaults = new config() as Readonly<Record<string, unknown>>;
  const settings: Declared[] = [];
  let owner: object | null = config.prototype as object;
  while (owner !== null) {
    settings.unshift(...(declared.get(owner) ?? []));
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return settings.map((setting) => ({ ...setting, default: defaults[setting.property] }));
}
