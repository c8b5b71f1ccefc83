/** A setting apart from its rules, which are stated by class-validator decorators. */
export interface SettingDescription {
  /** name of the environment variable */
  readonly name: string;
  readonly property: string;
  readonly description: string;
  /** a secret may also be given as a file in `<name>_FILE` */
  readonly secret: boolean;
  /** the field's initial value; its type determines how text is parsed */
  readonly default: unknown;
  /** the effect of leaving it unset without a default; Markdown */
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

/** In the order of declaration, inherited ones first. */
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
