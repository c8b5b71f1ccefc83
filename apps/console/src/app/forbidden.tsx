import type { Scope } from '../shared/session/scopes';
import { useSay } from '../shared/texts/texts';
import { Landing } from './landing';
import { MissingScopes } from '../shared/ui/missing-scopes';
import { Page } from '../shared/ui/page';

/** An address that this session may not open. */
export function Forbidden({ scopes }: { readonly scopes: readonly Scope[] }) {
  const say = useSay();
  return (
    <Landing>
      <Page title={say('app.forbidden.title')}>
        <MissingScopes scopes={scopes}>{say('app.forbidden.text')}</MissingScopes>
      </Page>
    </Landing>
  );
}
