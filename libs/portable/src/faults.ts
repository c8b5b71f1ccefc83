/** Something stands in the way, and nothing was written. */
export class PortableRefused extends Error {
  override readonly name = 'PortableRefused';
}

/** The database or a file failed; the same call may be repeated. */
export class PortableFailed extends Error {
  override readonly name = 'PortableFailed';
}

/** Something that cannot be written as it is stored. */
export interface Loss {
  /** user, room or key that it belongs to */
  readonly name: string;
  /** element or member */
  readonly field: string;
  readonly text: string;
}

export type OnLoss = (loss: Loss) => void;
