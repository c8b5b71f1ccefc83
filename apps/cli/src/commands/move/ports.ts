/** Of Openfire and of what replaces it, unless they are set otherwise. */
export const SHARED_PORTS = [5222, 5223, 5269, 9090, 9091];

/** Settings with which the services run beside an Openfire. */
export const PORTS_BESIDE = 'API_PORT=9290 and LEGACY_PORT=9291';
