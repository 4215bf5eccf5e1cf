import { expect } from 'chai';
import { parseList } from 'structured-headers';
import { DEFAULT_LIMITS, rateHeaders } from './index.js';

describe('rate headers', () => {
  const headers = rateHeaders(DEFAULT_LIMITS, { remaining: { overall: 59, search: 19, spend: 5 }, resetSeconds: 31 });

  it('are byte for byte those of the documentation, all three buckets in their order', () => {
    expect(headers).to.deep.equal({
      'RateLimit-Policy': '"overall";q=60;w=60, "search";q=20;w=60, "spend";q=5;w=60',
      RateLimit: '"overall";r=59;t=31, "search";r=19;t=31, "spend";r=5;t=31',
    });
  });

  it('are structured fields as clients parse them: strings with integer parameters', () => {
    const listed = parseList(headers.RateLimit).map(([name, parameters]): unknown[] => [name, ...parameters]);
    expect(listed).to.deep.equal([
      ['overall', ['r', 59], ['t', 31]],
      ['search', ['r', 19], ['t', 31]],
      ['spend', ['r', 5], ['t', 31]],
    ]);
    expect(parseList(headers['RateLimit-Policy'])).to.have.length(3);
  });

  it("show a key's own limits", () => {
    const own = { overall: 600, search: 200, spend: 1 };
    expect(rateHeaders(own, { remaining: own, resetSeconds: 60 })['RateLimit-Policy']).to.equal(
      '"overall";q=600;w=60, "search";q=200;w=60, "spend";q=1;w=60',
    );
  });
});
