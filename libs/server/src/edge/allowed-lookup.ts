import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/** Finds the addresses of a name. @throws if it has none */
export type FindAddresses = (name: string) => Promise<readonly string[]>;

interface LookupRules {
  readonly isAllowed: (address: string) => boolean;
  /** of a name without any address that is allowed */
  readonly refused: (name: string) => Error;
  /** of a name that has none, or could not be asked for */
  readonly unknown: (error: NodeJS.ErrnoException) => Error;
  readonly found?: (name: string) => void;
}

/**
 * Makes the look-up of a connection, which goes to addresses that are allowed alone. What a name leads to is decided when
 * it is dialled: a name that has passed cannot lead elsewhere afterwards.
 */
export const allowedLookup =
  (find: FindAddresses, { isAllowed, refused, unknown, found }: LookupRules): LookupFunction =>
  (name, { all }, callback) => {
    find(name).then(
      (addresses) => {
        const allowed = addresses
          .filter(isAllowed)
          .map((address) => ({ address, family: isIP(address) }));
        const [first] = allowed;
        if (first === undefined) return callback(refused(name), []);
        found?.(name);
        if (all) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(unknown(error), []),
    );
  };
