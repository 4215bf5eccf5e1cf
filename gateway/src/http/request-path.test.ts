import { expect } from 'chai';
import { pathOf } from './request-path.js';

describe('pathOf', () => {
  const paths: Record<string, string> = {
    '/external/v1/credits': '/external/v1/credits',
    '/external/v1/credits?verbose=1': '/external/v1/credits',
    'https://api.example.com/external/v1/credits?x': '/external/v1/credits',
    'HTTP://api.example.com': '',
    '/external/v1/%63redits': '/external/v1/%63redits',
    '/external/v1/../v1/credits': '/external/v1/../v1/credits',
    '//external/v1/credits': '//external/v1/credits',
    '/external/v1/credits/': '/external/v1/credits/',
    '*': '*',
  };
  for (const [target, path] of Object.entries(paths)) {
    it(`returns ${path === '' ? 'an empty path' : path} for ${target}`, () => {
      expect(pathOf(target)).to.equal(path);
    });
  }
});
