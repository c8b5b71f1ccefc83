import type { LucideIcon } from 'lucide-react';
import { createContext, use } from 'react';
import type { ComponentType } from 'react';
import type { QueryOf } from '../api/query';
import type { Scope } from '../session/scopes';
import { useMay } from '../session/session';
import type { TextFile } from '../texts/texts';
import type { RawAddress } from './address';
import { PATHS } from './paths';
import type { ScreenName } from './paths';

/** Groups of the navigation, in this order. */
export const GROUPS = ['now', 'people', 'rooms', 'system', 'security', 'own'] as const;
export type Group = (typeof GROUPS)[number];

/** The file of a screen. */
export interface ScreenFile {
  readonly default: ComponentType;
  /** Asks for what it shows first, so that the answer comes while it is rendered. */
  readonly begin?: (address: RawAddress) => void;
}

/** A screen, as `*.screens.ts` declares it. Router, navigation, palette, guard, title and tests come from it. */
export interface Screen {
  readonly name: ScreenName;
  /** loaded with it; its title, which the shell says, is `screens.<name>` */
  readonly texts: TextFile;
  readonly load: () => Promise<ScreenFile>;
  /** without which it is absent; `null`: anybody's */
  readonly scope: Scope | null;
  /** needed besides */
  readonly also?: Scope;
  /** its place in the navigation; absent: it is reached from other screens */
  readonly nav?: {
    readonly group: Group;
    readonly icon: LucideIcon;
    /** `g`, then this letter, leads to it */
    readonly letter?: string;
    /** how many of what it shows wait for somebody */
    readonly waiting?: QueryOf<[], number>;
  };
}

/** Declares the screens of a context, which has the texts of this name. */
export const screensOf =
  (texts: TextFile) =>
  (declared: Omit<Screen, 'texts'>): Screen => ({ ...declared, texts });

/** The key of its name in navigation, title and palette. */
export const titleOf = ({ name }: Pick<Screen, 'name'>) => `screens.${name}` as const;

export const pathOf = ({ name }: Screen): string => PATHS[name];

/** All screens, filled in by `src/app`. */
export const Screens = createContext<readonly Screen[]>([]);

/** The scopes that a session lacks to open a screen. */
export const missingFor = (
  { scope, also }: Screen,
  may: (scope: Scope) => boolean,
): readonly Scope[] => [scope, also].filter((one) => one != null).filter((one) => !may(one));

/** The screens that this session may open. */
export function useScreens(): readonly Screen[] {
  const may = useMay();
  return use(Screens).filter((screen) => missingFor(screen, may).length === 0);
}
