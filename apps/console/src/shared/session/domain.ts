import { useQuery } from '@tanstack/react-query';
import { dataOf } from '@chat-admin/client';
import { api } from '../api/client';
import { optionsOf, query } from '../api/query';
import { useMay } from './session';

const domainQuery = query({
  key: 'domain',
  call: async (call) => {
    const answer = await dataOf(
      api.GET('/system/properties/{key}', { params: { path: { key: 'xmpp.domain' } }, ...call }),
    );
    return (answer as { readonly value?: string }).value ?? null;
  },
});

/** As {@link useDomain}; `undefined`: it is being asked for. */
export function useDomainSoon(): string | null | undefined {
  const may = useMay();
  const { data, isLoading } = useQuery({
    ...optionsOf(domainQuery),
    enabled: may('properties:read'),
  });
  return isLoading ? undefined : (data ?? null);
}

/** The XMPP domain, behind the @ of every JID; `null`: not known, or not for this session. */
export const useDomain = (): string | null => useDomainSoon() ?? null;
