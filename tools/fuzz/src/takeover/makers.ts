/** A principal that makes webhooks and reaches for those of the others. */
export interface Maker {
  /** in the audit log, and in the address of its webhooks */
  readonly label: string;
  /** as webhooks store it */
  readonly id: string;
  readonly authorization: string;
  /** holds `*` */
  readonly isFree: boolean;
  readonly scopes: readonly string[];
  /** what it is held to, which others are not */
  readonly bounds: readonly string[];
}

/** What all of them need for the routes of webhooks. */
const WEBHOOKS = ['webhooks:read', 'webhooks:write', 'events:read'];
const ALL = [
  ...[...WEBHOOKS, 'users:read', 'lockouts:read', 'groups:read', 'rosters:read', 'rooms:read'],
  ...['properties:read', 'sessions:read', 'messages:write', 'keys:read', 'jobs:read'],
];

interface Draft {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires?: string;
  readonly allowedAddresses?: readonly string[];
  readonly rateLimit?: number;
}

/** Some are stronger than others, and of some neither is. */
const DRAFTS: readonly Draft[] = [
  { name: 'everything', scopes: ['*'] },
  { name: 'strong', scopes: ALL },
  { name: 'rooms', scopes: [...WEBHOOKS, 'rooms:read'] },
  { name: 'users', scopes: [...WEBHOOKS, 'users:read', 'groups:read', 'lockouts:read'] },
  { name: 'nothing', scopes: WEBHOOKS },
  { name: 'expiring', scopes: ALL, expires: '2099-01-02T03:04:05Z' },
  { name: 'local', scopes: ALL, allowedAddresses: ['127.0.0.0/8'] },
  { name: 'counted', scopes: ALL, rateLimit: 1_000_000 },
  { name: 'bounded', scopes: ALL, expires: '2099-01-02T03:04:05Z', rateLimit: 1_000_000 },
];
const BOUNDS = ['expires', 'allowedAddresses', 'rateLimit'] as const;

/** @param api the root of the routes of an instance */
export async function makeMakers(api: string, secret: string): Promise<readonly Maker[]> {
  const free = { isFree: true, scopes: ALL, bounds: [] };
  const makers: Maker[] = [
    { label: 'secret', id: 'secret:secret', authorization: secret, ...free },
  ];
  for (const draft of DRAFTS) {
    const reply = await fetch(`${api}/keys`, {
      method: 'POST',
      headers: {
        ...{ authorization: secret, 'content-type': 'application/json' },
        accept: 'application/json',
      },
      body: JSON.stringify(draft),
    });
    if (reply.status !== 201) throw new Error(`The key ${draft.name}: ${await reply.text()}`);
    const { id, name, token } = (await reply.json()) as Record<'id' | 'name' | 'token', string>;
    makers.push({
      ...{ label: `key:${name}`, id: `key:${id}`, authorization: `Bearer ${token}` },
      isFree: draft.scopes.includes('*'),
      scopes: draft.scopes.includes('*') ? ALL : draft.scopes,
      bounds: BOUNDS.filter((bound) => draft[bound] !== undefined),
    });
  }
  return makers;
}
