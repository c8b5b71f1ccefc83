import { useState } from 'react';

/** Does one thing at a time; why it failed stays until it is tried again. @returns `run` tells whether it was done */
export function useRun() {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setFault(null);
    try {
      await act();
      return true;
    } catch (error) {
      setFault(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, fault, setFault, run };
}
