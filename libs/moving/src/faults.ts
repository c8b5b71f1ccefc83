/** Something stands in the way, and nothing was changed. Exit 2. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

/** The target ended, or refused a statement; the same line may be repeated. Exit 6. */
export class TargetFailed extends Error {
  override readonly name = 'TargetFailed';
}

/** A pass would remove much of what is here, and has stopped before; the same line with `--yes-remove` goes on. Exit 6. */
export class RemovalStopped extends Error {
  override readonly name = 'RemovalStopped';
}

/** Somebody asked it to stop; the same line goes on. Exit 5. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped';
}
