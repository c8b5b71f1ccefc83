import { textsOf } from './attribute-values.js';
import { connectReader } from './connect-reader.js';
import { ASKING } from './directory-client.js';
import type { DirectoryConfiguration } from './directory-configuration.js';
import { dnKey } from './dn-key.js';
import type { FoundEntry } from './messages.js';

const CHANGED = 'allowedAttributesEffective';
const MADE = 'allowedChildClassesEffective';

/**
 * What the reader may change or make, as the directory says it: nothing is written to find out. Only Active Directory, and servers that
 * have its attributes, say it.
 * @returns names of attributes and classes; null: the server does not say it
 * @throws ConnectionFault, OperationRefused
 */
export async function writableByReader(
  configuration: DirectoryConfiguration,
): Promise<readonly string[] | null> {
  const { people, reader, settings } = configuration;
  const { client } = await connectReader(configuration, { limits: ASKING });
  try {
    const found = await client.few(people.base, people.filter, [CHANGED]);
    const base = await client.entry(people.base, [CHANGED, MADE]);
    // everyone may change some of the own entry, by whatever name the reader binds
    const others = found.filter(({ dn }) => dnKey(dn) !== dnKey(reader));
    const ofPeople = textsIn(others[0], CHANGED).filter((name) =>
      others.every((entry) => textsIn(entry, CHANGED).includes(name)),
    );
    const names = new Set([...ofPeople, ...textsIn(base, CHANGED), ...textsIn(base, MADE)]);
    return names.size === 0 && settings.kind !== 'ad' ? null : [...names].sort();
  } finally {
    client.close();
  }
}

const textsIn = (entry: FoundEntry | null | undefined, name: string): readonly string[] =>
  entry ? textsOf(entry, name) : [];
