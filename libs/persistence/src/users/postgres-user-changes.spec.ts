import { userChangesSuite } from '@chat-admin/port-suites/user-changes-suite';
import { perSuite } from '../../test/open-database.js';

userChangesSuite(perSuite());
