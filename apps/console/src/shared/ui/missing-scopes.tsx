import type { ReactNode } from 'react';
import type { Scope } from '../session/scopes';

/** What the session lacks for something: a sentence that ends with a colon, and the scopes. */
export function MissingScopes({
  scopes,
  children,
}: {
  readonly scopes: readonly Scope[];
  readonly children: ReactNode;
}) {
  return (
    <p role="note">
      {children}
      {scopes.map((scope) => (
        <span key={scope}>
          {' '}
          <code>{scope}</code>
        </span>
      ))}
    </p>
  );
}
