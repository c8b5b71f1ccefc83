/** A scope of the contract, such as `users:read`; `*` everything. Contract: extensions E5.2 */
export type Scope = `${string}:${'read' | 'write'}` | '*';

/** Whether scopes cover one that is needed. */
export function covers(scopes: readonly string[], needed: Scope): boolean {
  if (scopes.includes('*') || scopes.includes(needed)) return true;
  return needed.endsWith(':read') && scopes.includes('*:read');
}
