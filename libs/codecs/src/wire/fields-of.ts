import type { Doc, ListField, ScalarField } from './schema.js';

/**
 * The fields that a document of an entity declares: for each property one of its kind, and no other.
 * `doc('user', { … } satisfies FieldsOf<User>)` compiles only as long as both agree.
 */
export type FieldsOf<Entity> = {
  readonly [Name in keyof Entity]-?: FieldOf<NonNullable<Entity[Name]>>;
};

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
