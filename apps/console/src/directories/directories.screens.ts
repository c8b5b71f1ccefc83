import { BookUser } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';

const screen = screensOf('directories');

export const directoriesScreens = [
  screen({
    name: 'directories',
    scope: 'directories:read',
    nav: { group: 'people', icon: BookUser, letter: 'd' },
    load: () => import('./directory-list'),
  }),
  screen({
    name: 'directory',
    scope: 'directories:read',
    load: () => import('./directory-page'),
  }),
  screen({
    name: 'directoryRun',
    scope: 'directories:read',
    load: () => import('./run-page'),
  }),
];
