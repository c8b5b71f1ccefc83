/** The root of all endpoints. */
export const API_ROOT = '/plugins/restapi/v1';
