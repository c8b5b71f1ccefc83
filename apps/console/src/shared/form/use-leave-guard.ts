import { useBlocker } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { say } from '../texts/texts';

/**
 * Asks once before unsaved changes are left behind.
 * @returns lets the next navigation pass, since nothing is lost by it
 */
export function useLeaveGuard(isDirty: boolean): () => void {
  const mayLeave = useRef(false);
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // another tab of the same page takes the form away as well
      const isElsewhere =
        current.pathname !== next.pathname ||
        JSON.stringify(current.search) !== JSON.stringify(next.search);
      return isElsewhere && !mayLeave.current && !window.confirm(say('form.leave'));
    },
    enableBeforeUnload: () => isDirty && !mayLeave.current,
    disabled: !isDirty,
  });
  return useCallback(() => {
    mayLeave.current = true;
  }, []);
}
