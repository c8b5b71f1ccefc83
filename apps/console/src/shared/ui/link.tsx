import { Link as RouterLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { written } from '../screens/address';
import { PATHS } from '../screens/paths';
import type { Target } from '../screens/paths';
import { useScreens } from '../screens/screen';

/** A link to a screen; only its content where this session may not open the screen, or there is none. */
export function Link({
  to,
  params,
  search,
  className,
  tabIndex,
  children,
}: Target & {
  readonly className?: string | undefined;
  readonly tabIndex?: number;
  readonly children: ReactNode;
}) {
  const isOpen = useScreens().some(({ name }) => name === to);
  if (!isOpen) return <span className={className}>{children}</span>;
  return (
    <RouterLink
      to={PATHS[to]}
      params={(params ?? {}) as never}
      search={(search ? written(search) : {}) as never}
      className={className}
      tabIndex={tabIndex}
    >
      {children}
    </RouterLink>
  );
}
