import { Info, SlidersHorizontal } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';

const screen = screensOf('own');

/** What is about the console itself. */
export const ownScreens = [
  screen({
    name: 'preferences',
    scope: null,
    nav: { group: 'own', icon: SlidersHorizontal, letter: 'p' },
    load: () => import('./preferences-page'),
  }),
  screen({
    name: 'about',
    scope: null,
    nav: { group: 'own', icon: Info },
    load: () => import('./about-page'),
  }),
];
