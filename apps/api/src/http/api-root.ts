/** Where all endpoints lie; the version segment never changes its meaning. */
export const API_ROOT = '/plugins/restapi/v1';
