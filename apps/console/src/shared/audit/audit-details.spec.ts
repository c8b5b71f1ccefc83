import { decoded, isChange, readDetails, readNames, viaOf } from './audit-details';

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
    expect(readNames('member:a%2Cb@example.org,admin:zoe@example.org')).toEqual([
      'member:a,b@example.org',
      'admin:zoe@example.org',
    ]);
    expect(decoded('100%')).toBe('100%');
  });

  it('tell changes from attempts, dry runs and sign-ins', () => {
    const entry = { summary: 'POST user ola', details: 'object=/users/ola; outcome=201' };
    expect(isChange(entry)).toBe(true);
    expect(isChange({ summary: 'import openfire', details: 'source=x; rows=3' })).toBe(true);
    expect(isChange({ ...entry, details: 'object=/users/ola; outcome=409' })).toBe(false);
    expect(isChange({ ...entry, details: `${entry.details}; dryRun=true` })).toBe(false);
    expect(isChange({ ...entry, summary: 'POST session' })).toBe(false);
  });

  it('tell the way in', () => {
    expect(viaOf('key:portal', {})).toBe('key');
    expect(viaOf('secret', {})).toBe('secret');
    expect(viaOf('admin', { source: 'job' })).toBe('job');
    expect(viaOf('admin', { object: '/plugins/userService/userservice' })).toBe('userservice');
    expect(viaOf('admin', { object: '/users/ola' })).toBe('account');
  });
});
