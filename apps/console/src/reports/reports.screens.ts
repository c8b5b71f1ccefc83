import { Flag } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';
import { openReports } from './open-reports';

const screen = screensOf('reports');

export const reportsScreens = [
  screen({
    name: 'reports',
    scope: 'reports:read',
    nav: { group: 'now', icon: Flag, letter: 'f', waiting: openReports },
    load: () => import('./report-list'),
  }),
  screen({
    name: 'report',
    scope: 'reports:read',
    load: () => import('./report-page'),
  }),
];
