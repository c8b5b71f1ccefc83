import { useSay } from '../shared/texts/texts';
import { Page } from '../shared/ui/page';
import { titleOf, useScreens } from '../shared/screens/screen';
import { Link } from '../shared/ui/link';
import { Landing } from './landing';

/** An address that no screen has. */
export function NotFound() {
  const say = useSay();
  const first = useScreens().find(({ nav }) => nav);
  return (
    <Landing>
      <Page title={say('app.notFound.title')}>
        <p>{say('app.notFound.text')}</p>
        {first && <Link to={first.name as 'overview'}>{say(titleOf(first))}</Link>}
      </Page>
    </Landing>
  );
}
