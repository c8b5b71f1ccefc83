/**
 * The addresses of the deprecated user service; the first one is announced to new clients.
 * Contract: muc-and-legacy 11.1
 */
export const USERSERVICE_ADDRESSES = [
  '/plugins/restapi/userservice',
  '/plugins/restapi/v1/userservice',
  '/plugins/userService/userservice',
] as const;

/** With or without one trailing slash. @param path as received, without query */
export function isUserserviceAddress(path: string): boolean {
  return addressIn(path) !== undefined;
}

/** Whether only clients of the original know the address. Contract: extensions E10, I-4 */
export function isFormerAddress(path: string): boolean {
  return addressIn(path) !== USERSERVICE_ADDRESSES[0];
}

/** Whether groups that a call there creates are shared. Contract: muc-and-legacy 11.5 */
export function sharesNewGroups(path: string): boolean {
  return addressIn(path) !== USERSERVICE_ADDRESSES[1];
}

function addressIn(path: string) {
  const address = path.endsWith('/') ? path.slice(0, -1) : path;
  return USERSERVICE_ADDRESSES.find((known) => known === address);
}
