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

/** The XMPP domain, behind the @ of every JID; `null`: not known, or not for this session. */
export function useDomain(): string | null {
  const may = useMay();
  const { data } = useQuery({ ...optionsOf(domainQuery), enabled: may('properties:read') });
  return data ?? null;
}
