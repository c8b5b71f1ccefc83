import { ListChecks } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';

const screen = screensOf('jobs');

export const jobsScreens = [
  screen({
    name: 'jobs',
    scope: 'jobs:read',
    nav: { group: 'system', icon: ListChecks, letter: 'j' },
    load: () => import('./job-list'),
  }),
  screen({
    name: 'job',
    scope: 'jobs:read',
    load: () => import('./job-page'),
  }),
];
