// helm test: asks what an operator would ask, through the Services, and leaves nothing behind.
// Its checksum is right, so the gateway looks it up in the database.
const UNKNOWN_KEY = `pd_live_${'0'.repeat(32)}2wjyrI`;
const failures = [];

async function check(name, run) {
  try {
    await run();
    console.log(`passed: ${name}`);
  } catch (error) {
    failures.push(name);
    console.log(`failed: ${name}: ${error.message}${error.cause ? ` (${error.cause.message})` : ''}`);
  }
}

async function get(url, headers = {}) {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) });
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() };
}

function expect(ok, what) {
  if (!ok) throw new Error(what);
}

const api = `${process.env.GATEWAY_URL}/external/v1`;

await check('the gateway serves the OpenAPI document', async () => {
  const { status, text } = await get(`${api}/openapi.json`);
  expect(status === 200, `status ${status}`);
  expect(JSON.parse(text).openapi.startsWith('3.1'), 'the answer is no OpenAPI 3.1 document');
});

await check('the gateway looks an unknown key up and refuses it with a problem', async () => {
  const { status, type, text } = await get(`${api}/credits`, { authorization: `Bearer ${UNKNOWN_KEY}` });
  expect(status === 401, `status ${status}: ${text}`);
  expect(type.startsWith('application/problem+json'), `content type ${type}`);
});

for (const [service, url] of Object.entries(JSON.parse(process.env.ADMIN_URLS)))
  await check(`${service} is ready`, async () => {
    const { status, text } = await get(`${url}/readyz`);
    expect(status === 200, `status ${status}: ${text}`);
  });

await check('the admin API refuses callers without its token', async () => {
  const { status } = await get(`${JSON.parse(process.env.ADMIN_URLS)['admin-service']}/admin/v1/accounts`);
  expect(status === 401, `status ${status}`);
});

console.log(failures.length === 0 ? 'All tests passed.' : `Failed: ${failures.join('; ')}.`);
process.exitCode = failures.length === 0 ? 0 : 1;
