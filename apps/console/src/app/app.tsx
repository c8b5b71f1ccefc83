import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '../shared/api/staleness';
import { Screens } from '../shared/screens/screen';
import { useSession } from '../shared/session/session';
import { usePreferences } from '../shared/preferences/preferences';
import { say } from '../shared/texts/texts';
import { Skeleton } from '../shared/ui/states';
import { toast, Toasts } from '../shared/ui/toast';
import { OutagePage } from './outage-page';
import { router } from './router';
import { screens } from './screens';
import { SignIn } from './sign-in';
import { SignInAgain } from './sign-in-again';

/** Everything: the sign-in, and behind it the screens. */
export function App() {
  useRefusedArrival();
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Screens value={screens}>
          <Toasts>
            <Inside />
          </Toasts>
        </Screens>
      </QueryClientProvider>
    </CSPProvider>
  );
}

function Inside() {
  const { phase, outage } = useSession();
  usePreferences();
  if (outage === 'disabled' || outage === 'redirected') return <OutagePage outage={outage} />;
  if (phase === 'unknown') return <Skeleton />;
  if (phase === 'out') return <SignIn />;
  return (
    <>
      <RouterProvider router={router} />
      {phase === 'ended' && <SignInAgain />}
    </>
  );
}

/** Says that the address has brought a sign-in along that was refused, while a session goes on. */
function useRefusedArrival(): void {
  const { phase, who, fault } = useSession();
  const username = phase === 'in' && fault !== null ? who?.username : undefined;
  useEffect(() => {
    if (username === undefined) return;
    toast(say('session.arrivalRefused', { username }), { isLasting: true, isError: true });
  }, [username]);
}
