import { api } from '../../shared/api/client';
import { ifMatch, query } from '../../shared/api/query';
import type { Tagged } from '../../shared/api/query';
import { readCard } from './vcard';
import type { Card } from './vcard';

const XML = { Accept: 'application/xml' };

export const cardOfUser = query({
  key: 'cardOfUser',
  events: ['vcard.*'],
  call: async ({ signal, headers }, username: string): Promise<Tagged<Card>> => {
    const { data, response } = await api.GET('/users/{username}/vcard', {
      params: { path: { username } },
      headers: { ...headers, ...XML },
      ...{ signal, parseAs: 'text' },
    });
    const xml = typeof data === 'string' ? data : '';
    return { value: readCard(xml), tag: response.headers.get('etag') };
  },
});

/** The picture, whatever client has put it there; `null`: none. */
export const photoOfUser = query({
  key: 'photoOfUser',
  events: ['vcard.*'],
  call: async ({ signal, headers }, username: string): Promise<Blob | null> => {
    const asked = api.GET('/users/{username}/photo', {
      params: { path: { username } },
      ...{ signal, headers, parseAs: 'blob' },
    });
    // none is no fault
    return asked.then(
      ({ data }) => (data as Blob | undefined) ?? null,
      () => null,
    );
  },
});

/** @param tag `null`: there was no card */
export const putCard = (username: string, xml: string, tag: string | null) =>
  api.PUT('/users/{username}/vcard', {
    params: { path: { username } },
    headers: {
      'Content-Type': 'application/xml',
      ...(tag === null ? { 'If-None-Match': '*' } : ifMatch(tag)),
    },
    body: xml as never,
    bodySerializer: (body) => body as unknown as string,
  });
