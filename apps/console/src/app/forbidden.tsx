import { Fragment } from 'react';
import type { Scope } from '../shared/session/scopes';
import { useSay } from '../shared/texts/texts';
import { Landing } from './landing';
import { Page } from '../shared/ui/page';

/** An address that this session may not open. */
export function Forbidden({ scopes }: { readonly scopes: readonly Scope[] }) {
  const say = useSay();
  return (
    <Landing>
      <Page title={say('app.forbidden.title')}>
        <p>
          {say('app.forbidden.text')}
          {scopes.map((scope) => (
            <Fragment key={scope}>
              {' '}
              <code>{scope}</code>
            </Fragment>
          ))}
        </p>
      </Page>
    </Landing>
  );
}
