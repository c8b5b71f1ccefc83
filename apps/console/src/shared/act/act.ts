import { changed } from '../api/staleness';
import { say } from '../texts/texts';
import { toastFailure } from '../ui/refused';
import { toast } from '../ui/toast';

export interface Act {
  readonly run: () => Promise<unknown>;
  /** what is said when it is done */
  readonly done: string;
  /** keys of queries that it makes stale */
  readonly touches: readonly string[];
  /** the reverse call, where there is one: offered for ten seconds, and by Ctrl+Z */
  readonly undo?: () => Promise<unknown>;
}

let lastUndo: (() => void) | null = null;

/** Undoes what was done last, while its toast is there. @returns whether there was something */
export function undoLast(): boolean {
  const undo = lastUndo;
  lastUndo = null;
  undo?.();
  return undo !== null;
}

/**
 * Does something, says so, and offers to take it back.
 * @throws what it throws, so that forms show it; {@link tryAct} says it instead
 */
export async function act({ run, done, touches, undo }: Act): Promise<void> {
  await run();
  void changed(...touches);
  if (undo === undefined) {
    toast(done);
    return;
  }
  const takeBack = async () => {
    try {
      await undo();
      await changed(...touches);
      toast(say('common.undone'));
    } catch (error) {
      toastFailure(error, (reason) => say('common.undoFailed', { reason }));
    }
  };
  const once = () => {
    close();
    if (lastUndo === once) lastUndo = null;
    void takeBack();
  };
  lastUndo = once;
  const close = toast(done, { action: { label: say('common.undo'), onClick: once } });
  setTimeout(() => {
    if (lastUndo === once) lastUndo = null;
  }, 10_000);
}

/** As {@link act}; a failure is said at the edge of the window. @returns whether it was done */
export async function tryAct(one: Act): Promise<boolean> {
  try {
    await act(one);
    return true;
  } catch (error) {
    toastFailure(error);
    return false;
  }
}
