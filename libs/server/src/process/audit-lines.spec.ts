import { auditLines } from './audit-lines.js';

function lineOf(summary: string, details: string): Record<string, unknown> {
  const written: string[] = [];
  const write = auditLines('json', { write: (line) => void written.push(line) });
  const timestamp = new Date('2026-11-21T14:02:11.265Z');
  write({
    kind: 'account' as const,
    accountId: null,
    username: 'root',
    timestamp,
    summary,
    node: 'n',
    details,
    concerns: [],
  });
  return JSON.parse(written.join('')) as Record<string, unknown>;
}

it('an audit entry is told in the names of ECS', () => {
  const details = 'object=/users/bob; outcome=200; request=r-1; address=192.0.2.7; fields=name';
  expect(lineOf('PUT user bob', details)).toMatchObject({
    'log.level': 'info',
    message: 'PUT user bob',
    'event.dataset': 'chat-admin.audit',
    'event.category': 'iam',
    'event.created': '2026-11-21T14:02:11.265Z',
    'event.action': 'PUT user',
    'event.outcome': 'success',
    'user.name': 'root',
    'user.target.name': 'bob',
    'url.path': '/users/bob',
    'http.response.status_code': 200,
    'http.request.id': 'r-1',
    'client.ip': '192.0.2.7',
    'event.reason': details,
  });
});

it.each([
  ['POST user groups bob', 'POST user groups', 'bob'],
  ['DELETE roster bob/ann@example.org', 'DELETE roster', 'bob'],
  ['PUT role bob', 'PUT role', 'bob'],
  ['PUT chat service conference', 'PUT chat service', undefined],
  ['PUT owner group lobby/tea', 'PUT owner group', undefined],
  ['DELETE room lobby', 'DELETE room', undefined],
])('%s is the action %s', (summary, action, target) => {
  const line = lineOf(summary, 'object=/a; outcome=201');
  expect(line['event.action']).toBe(action);
  expect(line['user.target.name']).toBe(target);
});

it('a failure is one', () => {
  const details =
    'object=/users/bob; outcome=404; exception=UserNotFoundException; address=unknown';
  const line = lineOf('PUT user bob', details);
  expect(line).toMatchObject({ 'event.outcome': 'failure', 'error.type': 'UserNotFoundException' });
  expect(line).not.toHaveProperty(['client.ip']);
});
