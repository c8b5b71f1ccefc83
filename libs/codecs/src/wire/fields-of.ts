import type { Doc, ListField, ScalarField } from './schema.js';

/**
 * The fields that a document of an entity must declare: one of the right kind for each property,
 * and no others, and which of them are always there.
 * `doc('user', { … } satisfies FieldsOf<User>)` compiles only if both agree.
 */
export type FieldsOf<Entity> = {
  readonly [Name in keyof Entity]-?: FieldOf<NonNullable<Entity[Name]>> & Presence<Entity[Name]>;
};

/** What is never absent from the entity is never absent from its document. */
type Presence<T> = [NonNullable<T>] extends [readonly unknown[]]
  ? unknown
  : null extends T
    ? unknown
    : undefined extends T
      ? unknown
      : { readonly always: true };

type FieldOf<T> = [T] extends [readonly (infer Item)[]] ? ListField<ItemOf<Item>> : ScalarOf<T>;

type ItemOf<T> = [T] extends [Scalar] ? ScalarOf<T> : Doc<FieldsOf<T>>;

type Scalar = string | number | boolean | Date;

type ScalarOf<T> = [T] extends [string]
  ? ScalarField<string>
  : [T] extends [number]
    ? ScalarField<number>
    : [T] extends [boolean]
      ? ScalarField<boolean>
      : [T] extends [Date]
        ? ScalarField<Date>
        : never;
