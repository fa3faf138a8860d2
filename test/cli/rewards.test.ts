import { beforeAll, expect, test } from 'vitest'
import { anApp, type TestApp } from '../support/app.ts'
import { tokensOf } from '../support/economy.ts'
import { aTemplate } from '../support/inventory.ts'
import { aUser } from '../support/users.ts'
import { runCli, settingsOf } from './childProcesses.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})

const run = (...args: string[]) => runCli(settingsOf(app), 'reward', 'create', ...args)

test('reward create prints a code that people redeem, with an entry in the audit log', async () => {
  const templateId = await aTemplate(app)
  const { code, out } = await run('Spring', '--item', templateId, '--quantity', '2', '--tokens', '30', '--max', '5')
  expect(code).toBe(0)
  const [, printed = '', id = ''] = /^(\S+) is the code of (rwd_\S+)\.\n$/.exec(out) ?? []
  const person = await aUser(app)
  await person.api.call('redeemReward', { body: { code: printed } })
  expect(await tokensOf(app, person)).toBe(30)
  expect((await person.api.call('getInventory')).totalCount).toBe(2)
  const [entry] = await app.scope().db.auditEntry.findMany({ where: { subjectId: id } })
  expect(entry).toMatchObject({ actorId: null, act: 'reward create', details: { name: 'Spring', maxRedemptions: 5 } })
})

test('reward create takes a code and times, and refuses wrong ones', async () => {
  const times = ['--begins', '2100-01-01T00:00:00Z', '--ends', '2100-02-01T00:00:00Z']
  const { out } = await run('Later', '--subscription', 'plus-monthly', '--days', '3', '--code', 'LATER-2100', ...times)
  expect(out).toMatch(/^LATER-2100 is the code of rwd_/)
  const row = await app.scope().db.reward.findFirstOrThrow({ where: { name: 'Later' } })
  expect(row).toMatchObject({ planId: 'plus-monthly', subscriptionDays: 3, beginsAt: new Date('2100-01-01') })
  expect(await run('Copy', '--tokens', '1', '--code', 'later2100')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/another reward/),
  })
  expect(await run('Nothing')).toMatchObject({ code: 1, err: expect.stringMatching(/something at least/) })
  const wrong = [[], ['A', 'B'], ['A', '--tokens', 'many'], ['A', '--item', 'thing'], ['A', '--ends', 'never']]
  for (const args of wrong) expect(await run(...args)).toMatchObject({ code: 2 })
})
