import { expect } from 'chai';
import { UNKNOWN_ID, useTestApp } from '#testing/routes.js';

describe('who may sign in to the console, by the admin API', () => {
  const { send, newAccount } = useTestApp();
  const USERS = '/admin/v1/console/users';
  let count = 0;
  const operator = (): object => ({
    email: `Operator${(count += 1)}@Example.com`,
    name: 'Olga Operator',
    role: 'operator',
  });

  it('adds, lists and disables users, each with a line that names no address', async () => {
    const added = await send('POST', USERS, operator());
    expect(added.status).to.equal(201);
    const { id } = added.body;
    expect(added.body).to.deep.include({ email: `operator${count}@example.com`, role: 'operator', accountId: null });
    expect((await send('GET', USERS)).body.map((user) => user.id)).to.include(id);
    expect((await send('POST', `${USERS}/${id}/disable`)).body)
      .to.have.property('disabledAt')
      .that.is.a('string');
    expect((await send('POST', `${USERS}/${id}/disable`)).status).to.equal(200);
    const lines = (await send('GET', '/admin/v1/changes?limit=2')).body as unknown as { action: string }[];
    expect(lines.map(({ action }) => action)).to.deep.equal(['user.disable', 'user.add']);
    expect(JSON.stringify(lines)).not.to.include('@');
  });

  it('rejects a taken address, an unknown account, and a role that does not fit', async () => {
    const user = operator();
    await send('POST', USERS, user);
    const accountId = await newAccount();
    const admin = { ...operator(), role: 'admin' };
    for (const body of [
      user,
      { ...operator(), email: 'nobody' },
      { ...operator(), role: 'owner' },
      { ...operator(), accountId },
      admin,
      { ...admin, accountId: UNKNOWN_ID },
    ])
      expect((await send('POST', USERS, body)).status, JSON.stringify(body)).to.equal(422);
    expect((await send('POST', USERS, { ...admin, accountId })).status).to.equal(201);
    expect((await send('POST', `${USERS}/${UNKNOWN_ID}/disable`)).status).to.equal(404);
  });

  it('makes a link by id or address, with the token where no server sees it, and none for who is disabled', async () => {
    const { id } = (await send('POST', USERS, operator())).body;
    for (const user of [id, `OPERATOR${count}@example.com`]) {
      const { status, body } = await send('POST', '/admin/v1/console/links', { user });
      expect(status).to.equal(201);
      expect(body)
        .to.have.property('url')
        .that.matches(/^https:\/\/console\.example\.com\/sign-in#token=[\w-]{43}$/);
    }
    await send('POST', `${USERS}/${id}/disable`);
    for (const user of [id, UNKNOWN_ID, 'nobody@example.com', ''])
      expect((await send('POST', '/admin/v1/console/links', { user })).status, user).to.equal(404);
  });
});
