/**
 * The `down` of every migration: to go back, restore a backup rather than drop columns with data.
 */
export function forwardOnly(migration: string): Promise<never> {
  return Promise.reject(new Error(`Migration ${migration} cannot be undone`));
}
