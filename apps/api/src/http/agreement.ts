type KeysOf<T> = T extends unknown ? keyof T : never;
type At<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
type Leaf = string | number | boolean | bigint | symbol | null | undefined | Date | Uint8Array;

/** Names of the fields, at any depth, that `T` has and `Known` lacks. */
export type Surplus<T, Known> = T extends Leaf
  ? never
  : T extends readonly (infer E)[]
    ? Surplus<E, Known extends readonly (infer K)[] ? K : never>
    : T extends AsyncIterable<infer E>
      ? Surplus<E, Known extends AsyncIterable<infer K> ? K : never>
      : {
          [K in keyof T]-?: K extends KeysOf<Known>
            ? unknown extends At<Known, K>
              ? never
              : Surplus<T[K], At<Known, K>>
            : K;
        }[keyof T];

/** A method without surplus fields; otherwise a type error that names them. */
export type Method<H, Surplus> = TypedPropertyDescriptor<H> &
  ([Surplus] extends [never] ? unknown : { readonly surplus: Surplus });
