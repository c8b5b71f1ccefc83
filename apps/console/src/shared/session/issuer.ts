import { useEffect, useState } from 'react';
import { dataOf } from '@chat-admin/client';
import { api } from '../api/client';

/** How one can sign in. Contract: extensions E14 */
export interface SignInWays {
  readonly password: boolean;
  readonly oidc: boolean;
  readonly label?: string;
}

/** Of a service that does not say: names and passwords are refused where they do not count. */
const UNKNOWN: SignInWays = { password: true, oidc: false };

/** `null` until it is known. */
export function useSignInWays(): SignInWays | null {
  const [ways, setWays] = useState<SignInWays | null>(null);
  useEffect(() => {
    const read = dataOf(api.GET('/sign-in', {})) as Promise<SignInWays>;
    void read.catch(() => UNKNOWN).then(setWays);
  }, []);
  return ways;
}

/**
 * Goes to the issuer.
 * @param place another tab keeps what is being filled in here; it signs in all tabs
 * @throws ChatAdminError
 */
export async function goToIssuer(place: 'here' | 'another tab'): Promise<void> {
  // before anything is waited for, since browsers open tabs for clicks alone
  const tab = place === 'here' ? null : window.open('', '_blank');
  try {
    const begun = (await dataOf(api.POST('/sign-in', {}))) as { readonly location: string };
    (tab ?? window).location.assign(begun.location);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
