import { Settings } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';

const screen = screensOf('system');

export const systemScreens = [
  screen({
    name: 'settings',
    scope: 'properties:read',
    nav: { group: 'system', icon: Settings, letter: 'e' },
    load: () => import('./settings-page'),
  }),
];
