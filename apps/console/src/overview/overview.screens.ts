import { Gauge } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';

const screen = screensOf('overview');

export const overviewScreens = [
  screen({
    name: 'overview',
    scope: 'server:read',
    nav: { group: 'now', icon: Gauge, letter: 'h' },
    load: () => import('./overview-page'),
  }),
];
