import type { ValueKind } from './value-kinds.js';

interface Declaration {
  /** the text in effect, and shown, while none is stored */
  readonly default: string | null;
  /** one sentence for people, in Markdown */
  readonly description: string;
  readonly readBy: 'API' | 'user service' | 'both' | 'chat server' | 'API, chat server' | 'nobody';
  /** its value is never shown */
  readonly sensitive?: true;
  /** read at startup only */
  readonly immediate?: false;
  /** cannot be changed; who may change the others follows from their names (`property-rules.ts`) */
  readonly fixed?: true;
}

/** A system property known to this service. Contract: core 1.14 */
export interface KnownProperty<T> extends Declaration {
  readonly key: string;
  readonly kind: ValueKind<unknown>;
  /** the value in effect while none is stored */
  readonly absent: T;
  /** the value in effect while the stored text cannot be parsed */
  readonly unusable: T;
}

/**
 * @param declared.unusable replaces the default while the stored text cannot be parsed
 * @param declared.absent is in effect instead of the default, which is shown only
 */
export function property<
  T,
  const D extends string | null,
  const U = never,
  const A = D extends null ? null : never,
>(
  key: string,
  kind: ValueKind<T>,
  declared: Declaration & { readonly default: D; readonly unusable?: U; readonly absent?: A },
): KnownProperty<T | U | A> {
  const shown = declared.default === null ? null : kind.parse(declared.default);
  const absent = declared.absent === undefined ? shown : declared.absent;
  return { unusable: absent, ...declared, key, kind, absent } as never;
}
