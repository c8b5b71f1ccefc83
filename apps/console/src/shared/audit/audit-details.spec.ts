import { decoded, readDetails, namesOf, viaOf } from './audit-details';

describe('The details of an audit entry', () => {
  it('are read by name, and keep what stands behind further signs', () => {
    expect(
      readDetails('object=/chatrooms/a?servicename=b; outcome=200; changed=name,email'),
    ).toEqual({
      object: '/chatrooms/a?servicename=b',
      outcome: '200',
      changed: 'name,email',
    });
  });

  it('name people, decoded', () => {
    expect(namesOf('member:a%2Cb@example.org,admin:zoe@example.org')).toEqual([
      'member:a,b@example.org',
      'admin:zoe@example.org',
    ]);
    expect(decoded('100%')).toBe('100%');
  });

  it('tell the way in', () => {
    expect(viaOf('key:portal', {})).toBe('key');
    expect(viaOf('secret', {})).toBe('secret');
    expect(viaOf('admin', { source: 'job' })).toBe('job');
    expect(viaOf('admin', { object: '/plugins/userService/userservice' })).toBe('userservice');
    expect(viaOf('admin', { object: '/users/ola' })).toBe('account');
  });
});
