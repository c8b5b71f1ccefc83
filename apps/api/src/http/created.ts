import { API_ROOT } from './api-root.js';

/**
 * The result of a handler that has created what `location` names: 201 with that header. Contract:
 * extensions E0, Answers
 */
export class Created {
  private constructor(readonly location: string | null) {}

  /** At the address of the request, which the answer does not repeat. */
  static here(): Created {
    return new Created(null);
  }

  /** @param segments of the path below the root, not encoded */
  static at(...segments: readonly string[]): Created {
    return new Created(addressBelowRoot(segments));
  }
}

/** @param segments of the path below the root, not encoded */
export function addressBelowRoot(segments: readonly string[]): string {
  return [API_ROOT, ...segments.map(encodeURIComponent)].join('/');
}
