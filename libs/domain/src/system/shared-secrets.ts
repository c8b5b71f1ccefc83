import { formerSecret, systemProperty } from './system-properties.js';
import type { SystemProperties } from './system-properties.js';
import type { FormerSecret } from './value-kinds.js';

/** The shared secret of an app; after a rotation also the one before it, for a while. */
export interface SharedSecrets {
  /** empty: nothing matches */
  readonly current: string;
  readonly former: FormerSecret | null;
}

/** Contract: core 1.4, extensions E5.1 */
export function apiSecrets(properties: SystemProperties): SharedSecrets {
  return {
    current: properties.read(systemProperty.apiSecret) ?? '',
    former: properties.read(formerSecret.api),
  };
}

/** Those of the API, unless the user service has its own. Contract: muc-and-legacy 11.2 */
export function legacySecrets(properties: SystemProperties): SharedSecrets {
  const own = properties.read(systemProperty.legacySecret);
  if (own === null) return apiSecrets(properties);
  return { current: own, former: properties.read(formerSecret.legacy) };
}
