import { userListSuite } from '@chat-admin/port-suites/user-list-suite';
import { perSuite } from '../../test/open-database.js';

userListSuite(perSuite());
