import { Network } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';

const screen = screensOf('cluster');

export const clusterScreens = [
  screen({
    name: 'cluster',
    scope: 'server:read',
    nav: { group: 'system', icon: Network, letter: 'c' },
    load: () => import('./cluster-page'),
  }),
];
