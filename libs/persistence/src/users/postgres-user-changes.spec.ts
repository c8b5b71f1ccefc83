import { managedObjectsSuite } from '@chat-admin/port-suites/managed-objects-suite';
import { userChangesSuite } from '@chat-admin/port-suites/user-changes-suite';
import { perSuite } from '../../test/open-database.js';

const open = perSuite();
userChangesSuite(open);
describe('what sources manage', () => managedObjectsSuite(open));
