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

/** A row with its maker and its secrets in one piece. */
export function nested<Row extends MakerColumns & SecretColumns>(
  row: Row,
): Omit<Omit<Row, keyof MakerColumns>, keyof SecretColumns> & {
  readonly maker: WebhookMaker;
  readonly secrets: WebhookSecrets;
} {
  const { makerId, makerName, makerKind, makerScopes, ...others } = row;
  const { secret, previousSecret, previousUntil, ...rest } = others;
  const hasPrevious = previousSecret !== null && previousUntil !== null;
  return {
    ...rest,
    maker: { id: makerId, name: makerName, kind: makerKind, scopes: makerScopes },
    secrets: {
      current: secret,
      previous: hasPrevious ? { secret: previousSecret, until: previousUntil } : null,
    },
  };
}

export const settingValues = (settings: WebhookSettings, maker: WebhookMaker) => {
  const { url, types, description, status } = settings;
  const { id, name, kind, scopes } = maker;
  return [url, [...types], description, status, id, name, kind, [...scopes]];
};
