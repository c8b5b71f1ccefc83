import { isUserserviceAddress, USERSERVICE_ADDRESSES } from './userservice-address.js';

it.each(USERSERVICE_ADDRESSES)(
  '%s is an address of the user service, also with a trailing slash',
  (address) => {
    expect(isUserserviceAddress(address)).toBe(true);
    expect(isUserserviceAddress(`${address}/`)).toBe(true);
  },
);

it.each([
  '',
  '/',
  '/plugins/restapi/v1',
  '/plugins/restapi/userservice//',
  '/plugins/restapi/userservice/x',
  '/plugins/restapi/USERSERVICE',
  '/plugins/restapi//userservice',
  '/plugins/restapi/user%73ervice',
  '/plugins/restapi/userservice;x',
  '/plugins/userservice/userservice',
])('%s is none', (path) => {
  expect(isUserserviceAddress(path)).toBe(false);
});
