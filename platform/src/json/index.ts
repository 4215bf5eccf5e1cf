/** JSON texts, parsed strictly. */
export {
  isObject,
  MAX_DEPTH,
  MAX_VALUES,
  measureJson,
  parseJson,
  type Json,
  type JsonObject,
  type JsonSizes,
} from './json-text.js';
