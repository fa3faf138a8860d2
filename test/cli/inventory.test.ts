import { beforeAll, expect, test } from 'vitest'
import { anApp, type TestApp } from '../support/app.ts'
import { aTemplate } from '../support/inventory.ts'
import { aUser } from '../support/users.ts'
import { runCli, settingsOf } from './childProcesses.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})

const run = (...args: string[]) => runCli(settingsOf(app), 'inventory', ...args)

test('inventory grant gives a person an item, with an entry in the audit log', async () => {
  const user = await aUser(app)
  const templateId = await aTemplate(app, { flags: ['unique'] })
  const { code, out } = await run('grant', user.username, templateId)
  const { data } = await user.api.call('getInventory')
  expect(data).toMatchObject([{ templateId }])
  expect({ code, out }).toEqual({ code: 0, out: `${user.username} has got ${data[0]?.id}.\n` })
  expect((await run('grant', user.username, templateId)).out).toMatch(/gets nothing now/)
  const [entry] = await app.scope().db.auditEntry.findMany({ where: { subjectId: user.id } })
  expect(entry).toMatchObject({ actorId: null, act: 'inventory grant', details: { templateId, quantity: 1 } })
})

test('inventory grant refuses unknown people and templates', async () => {
  const templateId = await aTemplate(app, { status: 'draft' })
  expect((await run('grant', 'nobody_at_all', templateId)).err).toMatch(/nobody_at_all/)
  const { username } = await aUser(app)
  expect(await run('grant', username, templateId)).toMatchObject({ code: 1 })
})
