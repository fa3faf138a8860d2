import { expect, it } from 'vitest'
import { reports } from '../../src/contract/index.ts'
import { anApp } from '../support/app.ts'
import { aReport } from '../support/reports.ts'
import { aMember } from './members.ts'
import { methodsOf, ok, refusal, sdkFor } from './sdk.ts'

const app = await anApp()
const sdk = sdkFor(app)

it('reports by the public SDK: a person is reported as the configuration offers, an admin lists and deletes it', async () => {
  const [ada, eve, admin] = [await aMember(app, sdk), await aMember(app, sdk), await aMember(app, sdk, { admin: true })]
  const { reportOptions, reportCategories, reportReasons } = await ok(ada.client.getConfig())
  const offered = Object.entries(reportOptions).flatMap(([type, categories]) =>
    Object.entries(categories).flatMap(([category, reasons]) => reasons.map((reason) => ({ type, category, reason }))),
  )
  const { contentId, ...wanted } = aReport(eve.id)
  expect(offered).toContainEqual(wanted)
  // Clients show the text of each category and reason.
  expect(offered.filter(({ category, reason }) => !reportCategories[category] || !reportReasons[reason])).toEqual([])

  const body = { ...wanted, contentId, description: 'Sells things.', details: { userInSameInstance: true } }
  const made = await ok(ada.client.submitModerationReport({ body }))
  expect(made).toMatchObject({ ...wanted, contentId, description: 'Sells things.', evidenceRequired: false })
  const query = { reportingUserId: ada.id, status: 'open', n: 10 }
  expect(await ok(admin.client.getModerationReports({ query }))).toEqual({
    ...{ results: [made], totalCount: 1, hasNext: false },
  })
  const path = { moderationReportId: made.id }
  expect(await refusal(ada.client.deleteModerationReport({ path }))).toMatchObject({ status: 403 })
  expect(await ok(admin.client.deleteModerationReport({ path }))).toEqual({ success: true })
  expect(await ok(admin.client.getModerationReports({ query }))).toMatchObject({ results: [], totalCount: 0 })
  expect(methodsOf(reports).filter((name) => !sdk.called.has(name))).toEqual([])
})
