import { UsersRound } from 'lucide-react';
import { screensOf } from '../shared/screens/screen';

const screen = screensOf('users');

export const usersScreens = [
  screen({
    name: 'users',
    scope: 'users:read',
    nav: { group: 'people', icon: UsersRound, letter: 'u' },
    load: () => import('./user-list'),
  }),
  screen({
    name: 'newUser',
    scope: 'users:write',
    load: () => import('./new-user'),
  }),
  screen({
    name: 'importUsers',
    scope: 'users:write',
    also: 'jobs:write',
    load: () => import('./import/import-page'),
  }),
  screen({
    name: 'user',
    scope: 'users:read',
    load: () => import('./user-page'),
  }),
];
