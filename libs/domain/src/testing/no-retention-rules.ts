import { RetentionRepository } from '../retention/retention-repository.js';

/** No subject has a rule, nor gets one. */
export class NoRetentionRules extends RetentionRepository {
  list() {
    return Promise.resolve([]);
  }

  find() {
    return Promise.resolve(null);
  }

  lock() {
    return Promise.resolve(null);
  }

  hold() {
    return Promise.resolve(0);
  }

  daysByGroups(_kind: string, _username: string, defaultDays: number) {
    return Promise.resolve(defaultDays);
  }

  takeFormer() {
    return Promise.resolve(null);
  }

  add() {
    return Promise.resolve(null);
  }

  update() {
    return Promise.resolve();
  }

  remove() {
    return Promise.resolve();
  }

  due() {
    return Promise.resolve(0);
  }
}
