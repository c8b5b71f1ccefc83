import { groupListSuite } from '@chat-admin/port-suites/group-list-suite';
import { perSuite } from '../../test/open-database.js';

groupListSuite(perSuite());
