// orval writes the address of the product into its functions.
module.exports = {
  api: {
    input: 'openapi.json',
    output: {
      target: 'programs/generated/orval/api.ts',
      client: 'fetch',
      headers: true,
      baseUrl: process.env.BASE,
    },
  },
};
