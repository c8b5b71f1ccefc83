import { deprecationHeaders } from './deprecation.js';

it('writes the dates in the formats of RFC 9745 and RFC 8594', () => {
  expect(deprecationHeaders({ deprecatedSince: '2025-01-01', sunset: '2027-06-30' })).toEqual({
    Deprecation: '@1735689600',
    Link: '</plugins/restapi/v1/docs/>; rel="deprecation"',
    Sunset: 'Wed, 30 Jun 2027 00:00:00 GMT',
  });
  expect(deprecationHeaders({ deprecatedSince: '2025-01-01', sunset: null })).not.toHaveProperty(
    'Sunset',
  );
});
