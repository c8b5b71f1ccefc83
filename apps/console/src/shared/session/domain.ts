import { useSession } from './session';

/** The XMPP domain, behind the @ of every JID; `null`: nobody is signed in. */
export const useDomain = (): string | null => useSession().who?.domain ?? null;
