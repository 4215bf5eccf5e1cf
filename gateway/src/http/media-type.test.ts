import { expect } from 'chai';
import { isJsonBody } from './request-body.js';

describe('isJsonBody', () => {
  const json = [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json;',
    'application/json; charset=utf8',
    'application/json; version=1',
    'application/json; charset=utf-8; version=1',
  ];
  for (const type of json) {
    it(`takes ${type}`, () => {
      expect(isJsonBody({ 'content-type': type })).to.equal(true);
    });
  }

  const others = [
    '',
    'text/plain',
    'text/json',
    'application/json5',
    'application/problem+json',
    'application/json, text/plain',
  ];
  const badCharsets = [
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; version=1; charset="utf-16"',
  ];
  for (const type of [...others, ...badCharsets]) {
    it(`[7] refuses "${type}"`, () => {
      expect(isJsonBody({ 'content-type': type })).to.equal(false);
    });
  }

  it('[7] refuses a body without a type, and an encoded one', () => {
    expect(isJsonBody({})).to.equal(false);
    expect(isJsonBody({ 'content-type': 'application/json', 'content-encoding': 'gzip' })).to.equal(false);
    expect(isJsonBody({ 'content-type': 'application/json', 'content-encoding': 'identity' })).to.equal(true);
  });
});
