import { Navigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pathOf, useScreens } from '../shared/screens/screen';

/** Who comes to the start, and may not see the overview, is led to the first screen that they may see. */
export function Landing({ children }: { readonly children: ReactNode }) {
  const isStart = useRouterState({ select: ({ location }) => location.pathname === '/' });
  const first = useScreens().find(({ nav }) => nav);
  if (!isStart || first === undefined) return children;
  return <Navigate to={pathOf(first)} replace />;
}
