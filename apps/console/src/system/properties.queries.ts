import type { components } from '@chat-admin/client';
import { ChatAdminError } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { query } from '../shared/api/query';
import { isStatus } from '../shared/api/staleness';

export type Property = components['schemas']['Property'];

const FIELDS = [
  ...(['key', 'value', 'type', 'default', 'description', 'protected', 'locked'] as const),
  ...(['sensitive', 'immediate', 'choices', 'unit', 'changed', 'changedBy'] as const),
];

/** All of them: what the product knows, and what somebody has stored. */
export const propertiesQuery = query({
  key: 'properties',
  events: ['property.*'],
  call: async (call): Promise<readonly Property[]> => {
    const params = { query: { fields: FIELDS, limit: 1_000 } };
    const { data } = await api.GET('/system/properties', { params, ...call });
    return data!.property;
  },
});

/** The stored value. @returns null where none is stored, and the default counts */
export async function storedValue(key: string): Promise<string | null> {
  try {
    const { data } = await api.GET('/system/properties/{key}', { params: { path: { key } } });
    return data?.value ?? '';
  } catch (error) {
    if (error instanceof ChatAdminError && isStatus(error, 404)) return null;
    throw error;
  }
}

/** Stores a value; `null`: none, so that the default counts. */
export async function store(key: string, value: string | null): Promise<void> {
  if (value !== null) {
    await api.POST('/system/properties', { body: { key, value } });
    return;
  }
  const params = { path: { key }, query: { exact: true } };
  await api.DELETE('/system/properties/{key}', { params } as never);
}
