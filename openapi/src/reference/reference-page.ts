import type { CreditCost, Example, Header, MediaType, Operation, Parameter, Reference, Response } from '../document.js';
import { contract, resolve } from '../document.js';
import type { OperationDescription } from '../operations.js';
import { operations } from '../operations.js';
import { errorTable } from './error-pages.js';
import type { Html } from './html.js';
import { html, inline, json, page, text } from './html.js';
import { schemaLink, schemaSections } from './schema-tables.js';

export interface ReferenceAddresses {
  /** `{base_url}`, ending in `/external/v1`. */
  readonly baseUrl: string;
  /** `{docs_url}`, the address of the error pages. */
  readonly docsUrl: string;
}

/** Returns the whole API reference as one page of static HTML, made from the document. */
export function renderReference({ baseUrl, docsUrl }: ReferenceAddresses): string {
  const { info, components } = contract;
  const described = Object.values(operations);
  return page(
    `${info.title} ${info.version}`,
    html`<h1>${info.title} <small>${info.version}</small></h1>
      <p>
        Base address <code>${baseUrl}</code> · <a href="${baseUrl}/openapi.json">OpenAPI document</a> ·
        <a href="${docsUrl}/errors">Errors</a>
      </p>
      <ul>
        ${described.map(
          ({ operationId, method, path }) =>
            html`<li>
              <a href="#${operationId}"><code>${method} ${path}</code></a>
            </li>`,
        )}
      </ul>
      ${text(info.description)}
      <h2 id="authentication">Authentication</h2>
      <p><code>Authorization: Bearer &lt;API_KEY&gt;</code></p>
      ${text(components.securitySchemes.apiKey.description)} ${described.map(operationSection)}
      <h2 id="errors">Errors</h2>
      ${errorTable(docsUrl)}
      <h2 id="schemas">Schemas</h2>
      ${schemaSections()}`,
  );
}

function operationSection({ operationId, method, path, requestSchema, responseSchema }: OperationDescription): Html {
  const operation = contract.paths[path]?.[method === 'GET' ? 'get' : 'post'];
  if (operation === undefined) throw new Error(`The contract has no ${method} ${path}`);
  return html`<h2 id="${operationId}">${operation.summary}</h2>
    <p><code>${method} ${path}</code> · <code>${operationId}</code></p>
    ${text(operation.description)} ${creditCostSection(operation['x-credit-cost'])}
    ${headerTable('Request headers', parametersOf(operation))}
    ${
      requestSchema === undefined
        ? undefined
        : html`<h3>Request</h3>
            <p>${schemaLink(requestSchema)}</p>`
    }
    ${examplesOf(operation.requestBody?.content['application/json'])}
    <h3>Response</h3>
    <p>200 ${schemaLink(responseSchema)}</p>
    ${responseSection(operation.responses['200'])}
    <h3>Problems</h3>
    ${problemList(operation)}`;
}

function creditCostSection(cost: CreditCost | undefined): Html {
  if (cost === undefined) return html`<p>Never spends.</p>`;
  const prices = Object.entries(cost.defaults).map(([infoType, price]) => `\`${infoType}\` ${price}`);
  return html`<h3>Cost</h3>
    <p>Spends: ${inline(cost.spendsWhen)}. Default prices in credits: ${inline(prices.join(', '))}.</p>
    <ul>
      ${cost.rules.map((rule) => html`<li>${inline(rule)}</li>`)}
    </ul>`;
}

function parametersOf(operation: Operation): [string, Header][] {
  return (operation.parameters ?? []).map((reference) => {
    const parameter = resolve<Parameter>(reference);
    return [parameter.name, parameter];
  });
}

function headerTable(title: string, headers: readonly [string, Header][]): Html | undefined {
  if (headers.length === 0) return undefined;
  const rows = headers.map(
    ([name, { description, example }]) =>
      html`<tr>
        <td><code>${name}</code></td>
        <td>${text(description)}</td>
        <td><code>${String(example)}</code></td>
      </tr>`,
  );
  return html`<h3>${title}</h3>
    <table>
      <tr>
        <th>Header</th>
        <th>Meaning</th>
        <th>Example</th>
      </tr>
      ${rows}
    </table>`;
}

function responseSection(response: Response | Reference | undefined): Html | undefined {
  if (response === undefined) return undefined;
  const { headers = {}, content } = resolve<Response>(response);
  const resolved = Object.entries(headers).map(([name, header]): [string, Header] => [name, resolve<Header>(header)]);
  return html`${examplesOf(content['application/json'])}${headerTable('Response headers', resolved)}`;
}

function examplesOf(mediaType: MediaType | undefined): Html[] {
  return Object.values(mediaType?.examples ?? {}).map((reference) => {
    const { summary, value } = resolve<Example>(reference);
    return html`<details>
      <summary>${summary}</summary>
      ${json(value)}
    </details>`;
  });
}

function problemList(operation: Operation): Html {
  const rows = Object.entries(operation.responses)
    .filter(([status]) => status !== '200')
    .map(([status, reference]) => {
      const { description, content } = resolve<Response>(reference);
      const codes = Object.keys(content['application/problem+json']?.examples ?? {});
      return html`<tr>
        <td>${status}</td>
        <td>${codes.map((code) => html`<code>${code}</code> `)}</td>
        <td>${inline(description)}</td>
      </tr>`;
    });
  return html`<table>
    <tr>
      <th>HTTP</th>
      <th>Codes</th>
      <th>When</th>
    </tr>
    ${rows}
  </table>`;
}
