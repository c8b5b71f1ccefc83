import type { FactoryProvider, Type } from '@nestjs/common';

type Token<T> = abstract new (...parameters: never[]) => T;

/** Makes a plain use-case class a provider; `ports` are the parameters of its constructor, in order. */
export function useCase<const Ports extends readonly unknown[], Case>(
  type: new (...ports: Ports) => Case,
  ...ports: { readonly [Index in keyof Ports]: Token<Ports[Index]> }
): FactoryProvider<Case> {
  return {
    provide: type,
    inject: ports as unknown as Type[],
    useFactory: (...instances: unknown[]) => new type(...(instances as unknown as Ports)),
  };
}
