import type { Maker } from '../access/maker.js';
import { readTypeWords, TYPES_ALLOWED, typesOf } from '../events/event-queries.js';
import type { TypesAsked } from '../events/event-queries.js';
import { invalidValue, requireLength } from '../shared/domain-error.js';
import { oneOf } from '../shared/words.js';

export const MOST_WEBHOOKS = 100;
export const MOST_URL_CHARACTERS = 2000;
export const MOST_DESCRIPTION_CHARACTERS = 255;

export const WEBHOOK_STATUSES = ['active', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** What its maker decides. */
export interface WebhookSettings {
  readonly url: string;
  /** types of events, `user.*` or `*`, as they were sent */
  readonly types: readonly string[];
  readonly description: string | null;
  readonly status: WebhookStatus;
}

export const WEBHOOK_SHOWN = {
  url: 'url',
  types: 'types',
  description: 'description',
  status: 'status',
} as const satisfies Readonly<Record<keyof WebhookSettings, string>>;

/** Whose rights decide which events are sent. */
export type WebhookMaker = Maker;

/** A webhook as it is shown. Contract: extensions E8.3 */
export interface Webhook extends WebhookSettings {
  readonly id: string;
  /** why it was disabled, unless somebody wanted it */
  readonly reason: string | null;
  readonly created: Date;
  readonly createdBy: string;
  readonly lastSuccess: Date | null;
  readonly lastFailure: Date | null;
  /** deliveries that are neither delivered nor given up */
  readonly pending: number;
  /** when the secret before the last rotation ends */
  readonly previousSecretUntil: Date | null;
}

/** Each signs. They are stored readable, because they have to. */
export interface WebhookSecrets {
  /** `whsec_` and base64 of 32 bytes */
  readonly current: string;
  readonly previous: { readonly secret: string; readonly until: Date } | null;
}

export interface StoredWebhook extends Omit<Webhook, 'previousSecretUntil'> {
  readonly maker: WebhookMaker;
  readonly secrets: WebhookSecrets;
}

/** As received. In a patch `null` stands for the default. */
export type WebhookDraft = {
  readonly url?: string | null | undefined;
  readonly types?: readonly string[] | null | undefined;
  readonly description?: string | null | undefined;
};
export type WebhookPatch = WebhookDraft & { readonly status?: string | null | undefined };

/** Which addresses events may be sent to, as far as their text says it. */
export abstract class WebhookAddresses {
  abstract isUsable(url: string): boolean;
}

/**
 * @param before whose settings stay where the patch has none; `null` for a new webhook
 * @throws InvalidArgument
 */
export function webhookSettings(
  patch: WebhookPatch,
  before: WebhookSettings | null,
  addresses: WebhookAddresses,
): WebhookSettings {
  const url = patch.url === undefined ? before?.url : patch.url;
  if (!url || url.length > MOST_URL_CHARACTERS || !addresses.isUsable(url)) {
    const allowed = `an https address of at most ${MOST_URL_CHARACTERS} characters, which is allowed here`;
    throw invalidValue('url', url ?? '', allowed);
  }
  const types = patch.types === undefined ? (before?.types ?? []) : typesIn(patch.types ?? []);
  if (types.length === 0) throw invalidValue('types', '', TYPES_ALLOWED);
  const { description = before?.description ?? null } = patch;
  requireLength('description', description, MOST_DESCRIPTION_CHARACTERS);
  const status = (patch.status === undefined ? before?.status : patch.status) ?? 'active';
  if (status !== 'active' && status !== 'disabled') {
    throw invalidValue('status', status, oneOf(WEBHOOK_STATUSES));
  }
  return { url, types, description: description || null, status };
}

/** Whether it is one that the database can hold. */
export const isWebhookId = (text: string): boolean => /^[1-9]\d{0,17}$/.test(text);

/** The types that words mean, as far as they are known. */
export function askedTypes(words: readonly string[]): TypesAsked {
  const asked = readTypeWords(words);
  return 'unknown' in asked ? { named: [], covered: [] } : asked;
}

/** Those of the words that are known; for the scopes that they need. */
export function knownTypes(words: readonly string[]): TypesAsked {
  return askedTypes([...new Set(words)].filter((word) => typesOf(word).length > 0));
}

function typesIn(words: readonly string[]): readonly string[] {
  const asked = readTypeWords(words);
  if ('unknown' in asked) throw invalidValue('types', asked.unknown, TYPES_ALLOWED);
  return [...new Set(words)];
}

/** What is stored of a webhook, as it is shown. */
export function shownWebhook({ secrets, maker: _, ...webhook }: StoredWebhook, now: Date): Webhook {
  const until = secrets.previous?.until ?? null;
  return { ...webhook, previousSecretUntil: until !== null && until > now ? until : null };
}

/** Those that sign now, the current one first. */
export function validSecrets({ current, previous }: WebhookSecrets, now: Date): readonly string[] {
  return previous !== null && previous.until > now ? [current, previous.secret] : [current];
}
