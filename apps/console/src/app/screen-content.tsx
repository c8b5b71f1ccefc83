import { Suspense, useEffect, useState } from 'react';
import { again } from '../shared/load/lazy';
import type { RawAddress } from '../shared/screens/address';
import { missingFor } from '../shared/screens/screen';
import type { Screen, ScreenFile } from '../shared/screens/screen';
import { mayNow, sessionKnown } from '../shared/session/session';
import { withTexts } from '../shared/texts/texts';
import { Skeleton } from '../shared/ui/states';

type State =
  | { readonly phase: 'absent' | 'loading' }
  | { readonly phase: 'loaded'; readonly file: ScreenFile }
  | { readonly phase: 'failed'; readonly error: unknown };

/** The file and texts of a screen, which may be asked for before it is rendered. */
export class ScreenContent {
  private current: State = { phase: 'absent' };
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly screen: Screen,
    private readonly address: () => RawAddress,
  ) {}

  /** With what the screen shows first, if it may be seen. Failures are told by {@link state}. */
  async load(): Promise<void> {
    if (this.current.phase !== 'absent') return;
    this.set({ phase: 'loading' });
    const { screen } = this;
    try {
      const file = await again(() => withTexts(screen.texts, screen.load()));
      await sessionKnown();
      if (missingFor(screen, mayNow).length === 0) file.begin?.(this.address());
      this.set({ phase: 'loaded', file });
    } catch (error) {
      this.set({ phase: 'failed', error });
    }
  }

  readonly state = (): State => this.current;

  readonly subscribe = (heard: () => void): (() => void) => {
    this.listeners.add(heard);
    return () => this.listeners.delete(heard);
  };

  private set(next: State): void {
    this.current = next;
    this.listeners.forEach((heard) => heard());
  }
}

/** Not `lazy`: for 300 ms after a fallback React shows nothing that has been waited for. */
export function LoadedScreen({ content }: { readonly content: ScreenContent }) {
  const [state, setState] = useState(content.state);
  useEffect(() => {
    const end = content.subscribe(() => setState(content.state()));
    setState(content.state());
    void content.load();
    return end;
  }, [content]);
  if (state.phase === 'failed') throw state.error;
  if (state.phase !== 'loaded') return <Skeleton />;
  const { default: Page } = state.file;
  return (
    <Suspense fallback={<Skeleton />}>
      <Page />
    </Suspense>
  );
}
