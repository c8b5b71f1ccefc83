import { readCard, withPhoto, withValues } from './vcard';

const FULL =
  '<vCard xmlns="vcard-temp" version="3.0"><FN>Ola &amp; Co</FN><TEL><HOME/><NUMBER>1</NUMBER></TEL><TEL><NUMBER>2</NUMBER></TEL><x:SEAT xmlns:x="urn:x">a&#10;b</x:SEAT></vCard>';

it('of a card the fields are read, the first of several', () => {
  expect(readCard(FULL)).toMatchObject({ fullName: 'Ola & Co', phone: '1', nickname: '' });
  expect(readCard('')).toMatchObject({ fullName: '', xml: '' });
  expect(() => readCard('<vCard>')).toThrow();
});

it('what is changed is changed, all else stays', () => {
  expect(withValues(FULL, { fullName: 'A<b>', organisation: 'School' })).toBe(
    FULL.replace('Ola &amp; Co', 'A&lt;b&gt;').replace(
      '</vCard>',
      '<ORG><ORGNAME>School</ORGNAME></ORG></vCard>',
    ),
  );
  expect(withValues(FULL, {})).toBe(FULL);
  expect(withValues('', { nickname: 'ola' })).toBe(
    '<vCard xmlns="vcard-temp"><NICKNAME>ola</NICKNAME></vCard>',
  );
});

it('what is emptied goes', () => {
  expect(
    withValues('<vCard xmlns="vcard-temp"><FN>A</FN><BDAY/></vCard>', { fullName: null }),
  ).toBe('<vCard xmlns="vcard-temp"><BDAY/></vCard>');
});

it('a picture replaces another, or goes', () => {
  const one = withPhoto(FULL, 'AAAA');
  expect(one).toContain('<PHOTO><TYPE>image/jpeg</TYPE><BINVAL>AAAA</BINVAL></PHOTO></vCard>');
  expect(withPhoto(one, 'BBBB').match(/<PHOTO>/g)).toHaveLength(1);
  expect(withPhoto(one, null)).toBe(FULL);
});
