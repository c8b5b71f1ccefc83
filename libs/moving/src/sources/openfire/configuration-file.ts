import { attributeOf, childOf, elementsOf, parseElement, textOf } from '../../xml.js';
import type { Element } from '../../xml.js';
import type { OpenfireKeys } from '../../passwords/openfire-keys.js';
import { SourceRefused } from '../../source.js';

/** What `conf/openfire.xml` says that matters. */
export interface ConfigurationFile {
  readonly domain: string | null;
  /** names or JIDs in old versions, separated by commas; each of their places */
  readonly administrators: readonly string[];
  /** null: it names no database */
  readonly database: NamedDatabase | null;
  /** all that it says, by the names of properties; null: no key decrypts it */
  readonly properties: ReadonlyMap<string, string | null>;
}

export interface NamedDatabase {
  /** an address of `openOpenfire` with a login, or null for the built-in HSQLDB */
  readonly address: string | null;
  readonly password: string | null;
}

const NO_CONFIGURATION: ConfigurationFile = {
  ...{ domain: null, administrators: [], database: null },
  properties: new Map(),
};
const ADMINISTRATORS = [
  ['admin', 'authorizedJIDs'],
  ['admin', 'authorizedUsernames'],
  ['adminConsole', 'authorizedUsernames'],
];
const EMBEDDED = /\.EmbeddedConnectionProvider$/;
const JDBC = /^jdbc:(postgresql|mysql|mariadb):\/\/([^/?;]+)\/([^?;&]+)/;

/**
 * @param text `null`: there is no such file
 * @throws SourceRefused if it is not well formed, or names a database that cannot be read
 */
export function readConfigurationFile(text: string | null, keys: OpenfireKeys): ConfigurationFile {
  if (text === null) return NO_CONFIGURATION;
  const root = parseElement(text.replace(/^\u{feff}/u, '').trim());
  if (root === null) throw new SourceRefused('conf/openfire.xml is not well formed.');
  const at = (...path: string[]): string | null => {
    const found = path.reduce<Element | undefined>(
      (parent, name) => parent && childOf(parent, name),
      root,
    );
    return found === undefined ? null : clear(found, keys)?.trim() || null;
  };
  return {
    domain: at('xmpp', 'domain'),
    administrators: ADMINISTRATORS.flatMap((path) => at(...path) ?? []),
    database: databaseIn(at),
    properties: new Map(propertiesIn(root, '', keys)),
  };
}

function* propertiesIn(
  parent: Element,
  path: string,
  keys: OpenfireKeys,
): Iterable<readonly [string, string | null]> {
  for (const element of elementsOf(parent)) {
    const name = `${path}${element.name}`;
    if (elementsOf(element).length > 0) yield* propertiesIn(element, `${name}.`, keys);
    else yield [name, clear(element, keys)];
  }
}

/** Values may be encrypted, as properties are. */
function clear(found: Element, keys: OpenfireKeys): string | null {
  const text = textOf(found).trim();
  if (attributeOf(found, 'encrypted') !== 'true') return text;
  return keys.property(text, attributeOf(found, 'iv') ?? null);
}

function databaseIn(at: (...path: string[]) => string | null): NamedDatabase | null {
  const provider = at('connectionProvider', 'className');
  if (provider === null) return null;
  if (EMBEDDED.test(provider)) return { address: null, password: null };
  const ofDefault = (name: string) => at('database', 'defaultProvider', name);
  const url = ofDefault('serverURL');
  if (url === null) return null;
  const found = JDBC.exec(url);
  if (found === null) {
    const engine = url.split(':', 2).join(':');
    throw new SourceRefused(
      `conf/openfire.xml names a database of the kind ${engine}, which is not read: export it to XEP-0227, or use REST.`,
    );
  }
  const [, engine, host, name] = found as unknown as [string, string, string, string];
  const address = new URL(`${engine === 'postgresql' ? 'postgres' : engine}://${host}/${name}`);
  address.username = encodeURIComponent(ofDefault('username') ?? '');
  return { address: address.href, password: ofDefault('password') };
}
