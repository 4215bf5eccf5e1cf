import { expect } from 'chai';
import { isJsonBody } from './request-body.js';

/** A request with these headers. */
function request(...rawHeaders: string[]): Parameters<typeof isJsonBody>[0] {
  const headers: Record<string, string> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers[rawHeaders[index] as string] ??= rawHeaders[index + 1] as string;
  }
  return { headers, rawHeaders };
}

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
    it(`accepts ${type}`, () => {
      expect(isJsonBody(request('content-type', type))).to.equal(true);
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
    it(`[7] rejects "${type}"`, () => {
      expect(isJsonBody(request('content-type', type))).to.equal(false);
    });
  }

  it('[7] rejects a body without a Content-Type', () => {
    expect(isJsonBody(request())).to.equal(false);
  });

  it('[7] rejects a Content-Encoding other than identity', () => {
    const type = ['content-type', 'application/json'];
    expect(isJsonBody(request(...type, 'content-encoding', 'gzip'))).to.equal(false);
    expect(isJsonBody(request(...type, 'content-encoding', 'identity'))).to.equal(true);
  });

  it('[7] rejects two Content-Type headers, even where both are JSON', () => {
    expect(isJsonBody(request('content-type', 'application/json', 'content-type', 'application/json'))).to.equal(false);
  });
});
