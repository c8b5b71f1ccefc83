import type { Scope } from '../shared/session/scopes';
import { useSay } from '../shared/texts/texts';
import { Landing } from './landing';
import { Page } from '../shared/ui/page';

/** An address that this session may not open. */
export function Forbidden({ scope }: { readonly scope: Scope }) {
  const say = useSay();
  return (
    <Landing>
      <Page title={say('app.forbidden.title')}>
        <p>
          {say('app.forbidden.text')} <code>{scope}</code>
        </p>
      </Page>
    </Landing>
  );
}
