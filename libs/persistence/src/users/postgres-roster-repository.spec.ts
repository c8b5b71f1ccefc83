import { rosterRepositorySuite } from '@chat-admin/port-suites/roster-repository-suite';
import { perSuite } from '../../test/open-database.js';

rosterRepositorySuite(perSuite());
