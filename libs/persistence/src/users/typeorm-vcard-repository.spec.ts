import { vcardRepositorySuite } from '@chat-admin/port-suites/vcard-repository-suite';
import { perSuite } from '../../test/open-database.js';

vcardRepositorySuite(perSuite());
