import { MonitorSmartphone } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';

const screen = screensOf('sessions');

export const sessionsScreens = [
  screen({
    name: 'sessions',
    scope: 'sessions:read',
    nav: { group: 'now', icon: MonitorSmartphone, letter: 's' },
    load: () => import('./session-list'),
  }),
];
