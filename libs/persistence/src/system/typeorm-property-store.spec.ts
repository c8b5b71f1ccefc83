import { propertyStoreSuite } from '@chat-admin/port-suites/property-store-suite';
import { perSuite } from '../../test/open-database.js';

propertyStoreSuite(perSuite());
