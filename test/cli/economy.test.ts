import { expect, test } from 'vitest'
import { anApp } from '../support/app.ts'
import { tokensOf } from '../support/economy.ts'
import { aUser } from '../support/users.ts'
import { runCli, settingsOf } from './childProcesses.ts'

const app = await anApp()
const run = (...args: string[]) => runCli(settingsOf(app), 'economy', ...args)

test('economy grant gives tokens to a person, by username or id, and is audited', async () => {
  const { id, username } = await aUser(app)
  const said = (tokens: number) => ({ code: 0, out: `${username} (${id}) has got ${tokens} tokens.\n`, err: '' })
  expect(await run('grant', username, '100')).toEqual(said(100))
  expect(await run('grant', id, '5')).toEqual(said(5))
  expect(await tokensOf(app, { id })).toBe(105)
  const entries = await app.scope().db.auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } })
  expect(entries).toMatchObject([
    { actorId: null, act: 'economy grant', details: { tokens: 100 } },
    { actorId: null, act: 'economy grant', details: { tokens: 5 } },
  ])
})

test('economy grant refuses unknown people and wrong numbers', async () => {
  expect(await run('grant', 'nobody_at_all', '5')).toMatchObject({ code: 1 })
  expect(await run('grant', 'usr_00000000-0000-4000-8000-000000000000', '5')).toMatchObject({ code: 1 })
  const { username } = await aUser(app)
  expect(await run('grant', username, '10000001')).toMatchObject({ code: 1 })
  for (const tokens of ['0', '-5', '1.5', 'many'])
    expect(await run('grant', username, tokens)).toMatchObject({ code: 2 })
  expect(await run('grant', username)).toMatchObject({ code: 2 })
})

test('economy check tells whether the ledger balances', async () => {
  const { client } = app.scope()
  expect(await run('check')).toEqual({ code: 0, out: 'The ledger balances.\n', err: '' })
  const tamper = (posted: number) =>
    client.$transaction([
      client.$executeRawUnsafe('SET LOCAL session_replication_role = replica'),
      client.$executeRaw`UPDATE "LedgerAccount" SET posted = posted + ${posted} WHERE code = 'house:payouts'`,
    ])
  await tamper(7)
  expect(await run('check')).toEqual({
    code: 1,
    out: 'posted: house:payouts should have 0, but has 7\n',
    err: '',
  })
  expect(await client.configEntry.count({ where: { key: 'economyOffline' } })).toBe(1)
  await tamper(-7)
  expect(await run('check')).toMatchObject({ code: 0 })
  expect(await client.configEntry.count({ where: { key: 'economyOffline' } })).toBe(0)
})
