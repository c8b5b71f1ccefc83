/** Where the deprecated user service is served; the first is the one that new clients are told. Contract: muc-and-legacy 11.1 */
export const USERSERVICE_ADDRESSES = [
  '/plugins/restapi/userservice',
  '/plugins/restapi/v1/userservice',
  '/plugins/userService/userservice',
] as const;

/** Exactly one of the addresses, or that with one slash behind it. @param path as received, without query */
export function isUserserviceAddress(path: string): boolean {
  const address = path.endsWith('/') ? path.slice(0, -1) : path;
  return USERSERVICE_ADDRESSES.some((known) => known === address);
}
