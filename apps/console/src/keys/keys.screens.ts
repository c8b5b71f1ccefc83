import { KeyRound } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';

const screen = screensOf('keys');

export const keysScreens = [
  screen({
    name: 'keys',
    scope: 'keys:read',
    nav: { group: 'security', icon: KeyRound, letter: 'k' },
    load: () => import('./key-list'),
  }),
  screen({
    name: 'newKey',
    scope: 'keys:write',
    load: () => import('./new-key'),
  }),
  screen({
    name: 'key',
    scope: 'keys:read',
    load: () => import('./key-page'),
  }),
];
