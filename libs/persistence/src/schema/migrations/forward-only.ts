/** Every `down` is this: going back means restoring a backup, not losing columns with data in them. */
export function forwardOnly(migration: string): Promise<never> {
  return Promise.reject(new Error(`Migration ${migration} cannot be undone`));
}
