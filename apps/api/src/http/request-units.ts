import { AsyncLocalStorage } from 'node:async_hooks';

type Handler = (...args: never[]) => unknown;

/** Carries out the handler of a changing request in its own way. */
export interface RequestUnit {
  /** @param handler bound to its arguments; may be called again after a deadlock */
  run(handler: () => unknown, controller: object, args: readonly unknown[]): Promise<unknown>;
}

/** Each unit carries out the next one, the last one the handler. */
export function nested(units: readonly RequestUnit[]): RequestUnit | null {
  const [outer, ...others] = units;
  if (outer === undefined) return null;
  const inner = nested(others);
  if (inner === null) return outer;
  return {
    run: (handler, controller, args) =>
      outer.run(() => inner.run(handler, controller, args), controller, args),
  };
}

/** `null`: the handler runs. */
const current = new AsyncLocalStorage<RequestUnit | null>();

/** Runs the rest of a request, whose handler is carried out by `unit`. */
export function withUnit<T>(unit: RequestUnit, work: () => T): T {
  return current.run(unit, work);
}

/** The handler, carried out by the unit of the request if it has one; once, whatever other handlers it calls. */
export function inUnit<H extends Handler>(handler: H): H {
  const run = function (this: object, ...args: Parameters<H>): unknown {
    const unit = current.getStore() ?? null;
    const call = () => handler.apply(this, args);
    return unit === null ? call() : unit.run(() => current.run(null, call), this, args);
  };
  // of the decorators that were applied before
  for (const key of Reflect.getMetadataKeys(handler) as unknown[]) {
    Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), run);
  }
  return run as unknown as H;
}
