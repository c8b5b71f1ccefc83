import { ScrollText } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';

const screen = screensOf('audit');

export const auditScreens = [
  screen({
    name: 'audit',
    scope: 'audit:read',
    nav: { group: 'security', icon: ScrollText, letter: 'a' },
    load: () => import('./audit-list'),
  }),
  screen({
    name: 'auditEntry',
    scope: 'audit:read',
    load: () => import('./audit-page'),
  }),
];
