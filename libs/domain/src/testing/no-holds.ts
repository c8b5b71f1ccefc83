import { HoldRepository } from '../holds/hold-repository.js';

/** There is none, nor does one begin. */
export class NoHolds extends HoldRepository {
  list() {
    return Promise.resolve([]);
  }

  find() {
    return Promise.resolve(null);
  }

  lock() {
    return Promise.resolve(null);
  }

  awaitRemovals() {
    return Promise.resolve(false);
  }

  count() {
    return Promise.resolve(0);
  }

  add() {
    return Promise.resolve('1');
  }

  update() {
    return Promise.resolve();
  }

  releaser() {
    return Promise.resolve(null);
  }

  beginRelease() {
    return Promise.resolve();
  }

  release() {
    return Promise.resolve();
  }
}
