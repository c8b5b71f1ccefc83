import type {
  WebhookMaker,
  WebhookSecrets,
  WebhookSettings,
} from '@chat-admin/domain/webhooks/webhook';

/** As statements select it. */
export interface MakerColumns {
  readonly makerId: string;
  readonly makerName: string;
  readonly makerKind: WebhookMaker['kind'];
  readonly makerScopes: WebhookMaker['scopes'];
}

export interface SecretColumns {
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousUntil: Date | null;
}

/** A row with its maker in one piece. */
export function withMaker<Row extends MakerColumns>(
  row: Row,
): Omit<Row, keyof MakerColumns> & { readonly maker: WebhookMaker } {
  const { makerId, makerName, makerKind, makerScopes, ...rest } = row;
  return {
    ...rest,
    maker: { id: makerId, name: makerName, kind: makerKind, scopes: makerScopes },
  };
}

/** A row with its secrets in one piece. */
export function withSecrets<Row extends SecretColumns>(
  row: Row,
): Omit<Row, keyof SecretColumns> & { readonly secrets: WebhookSecrets } {
  const { secret, previousSecret, previousUntil, ...rest } = row;
  const hasPrevious = previousSecret !== null && previousUntil !== null;
  const previous = hasPrevious ? { secret: previousSecret, until: previousUntil } : null;
  return { ...rest, secrets: { current: secret, previous } };
}

/** What tells whether a webhook still has this maker. */
export const madeBy = ({ id, scopes }: WebhookMaker) => [id, [...scopes]];

export const settingValues = (settings: WebhookSettings, maker: WebhookMaker) => {
  const { url, types, description, status } = settings;
  const { id, name, kind, scopes } = maker;
  return [url, [...types], description, status, id, name, kind, [...scopes]];
};
