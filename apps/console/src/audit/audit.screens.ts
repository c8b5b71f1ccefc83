import { ScrollText } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';
import { withTexts } from '../shared/texts/texts';

const screen = screensOf('audit');

export const auditScreens = [
  screen({
    name: 'audit',
    scope: 'audit:read',
    nav: { group: 'security', icon: ScrollText, letter: 'a' },
    load: () => withTexts('sentences', import('./audit-list')),
  }),
  screen({
    name: 'auditEntry',
    scope: 'audit:read',
    load: () => withTexts('sentences', import('./audit-page')),
  }),
];
