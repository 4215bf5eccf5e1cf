// Types of values that stand in values.yaml more than once, or that have no default there.

const text = (description, more = {}) => ({ type: 'string', minLength: 1, description, ...more });
const object = (properties, required = []) => ({
  type: 'object',
  additionalProperties: false,
  ...(required.length > 0 && { required }),
  properties,
});

export const DEFINITIONS = {
  resources: { type: 'object', description: 'requests and limits of a container' },
  secretKey: object({
    existingSecret: { type: 'string', description: 'the Secret. Default: the one that is named above' },
    key: { type: 'string', description: 'the key in the Secret' },
  }),
  databaseServer: object({
    host: text('the host of the server'),
    port: { type: 'integer', minimum: 1, maximum: 65_535, description: 'the port of the server' },
    name: text('the database; it must exist'),
    parameters: { type: 'string', description: 'parameters of the URLs, such as `sslmode=verify-full`' },
  }),
  importJob: object(
    {
      run: { type: ['string', 'integer'], description: 'any value; another value runs the Job again' },
      claimName: text('the PersistentVolumeClaim with the files, and for the rejects'),
      generate: object(
        {
          organizations: { type: 'integer', minimum: 1, description: 'number of organizations' },
          seed: { type: 'integer', minimum: 0, description: 'the same seed makes the same records. Default: 1' },
        },
        ['organizations'],
      ),
      files: {
        type: 'array',
        minItems: 1,
        description: 'the files, imported in this order: organizations before their contacts',
        items: object(
          {
            kind: { enum: ['organizations', 'contacts', 'switchboards'], description: 'what the file holds' },
            format: { type: 'string', minLength: 1, description: 'the format. Default: `canonical`' },
            path: text('the file in the volume; `.gz` is unpacked'),
            url: text('an https URL instead of a path', { pattern: '^https://[^ ]+$' }),
            rejects: text('the file in the volume for rejected records'),
          },
          ['kind'],
        ),
      },
      backoffLimit: { type: 'integer', minimum: 0, maximum: 20, description: 'tries after the first. Default: 6' },
      deadlineSeconds: { type: 'integer', minimum: 1, description: 'how long the Job may run. Default: 86400' },
      resources: { $ref: '#/$defs/resources', description: 'requests and limits of each container' },
    },
    ['files'],
  ),
};

DEFINITIONS.importJob.properties.generate.description = 'makes invented records in the volume first, for trials';
