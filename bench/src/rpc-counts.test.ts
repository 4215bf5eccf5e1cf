import { expect } from 'chai';
import { rpcsOf } from './rpc-counts.js';

describe('the RPCs of a process', () => {
  it('are counted by service, whatever the method and the outcome', () => {
    const text = [
      '# TYPE prospect_rpc_client_calls_total counter',
      'prospect_rpc_client_calls_total{method="/prospecting.search.v1.SearchService/MatchPeople",code="ok"} 7',
      'prospect_rpc_client_calls_total{method="/prospecting.search.v1.SearchService/GetContacts",code="timeout"} 1',
      'prospect_rpc_client_calls_total{method="/prospecting.credits.v1.CreditsReader/GetBalances",code="ok"} 5',
      'prospect_rpc_server_calls_total{method="/prospecting.reveal.v1.RevealViewer/ViewContacts",code="ok"} 9',
    ].join('\n');
    expect([...rpcsOf(text)]).to.deep.equal([
      ['search-service', 8],
      ['credits-service', 5],
    ]);
  });
});
