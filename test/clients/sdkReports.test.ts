import { expect, it } from 'vitest'
import { reports } from '../../src/contract/reports.ts'
import { anApp } from '../support/app.ts'
import { aUserReportRequest } from '../support/reports.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal } from './sdkClient.ts'
import { anSdkUser } from './sdkUser.ts'

const app = await anApp()
const sdk = sdkFor(app)

it('reports by the public SDK: a user is reported with offered options, an admin lists and deletes the report', async () => {
  const [ada, eve, admin] = [
    await anSdkUser(app, sdk),
    await anSdkUser(app, sdk),
    await anSdkUser(app, sdk, { admin: true }),
  ]
  const { reportOptions, reportCategories, reportReasons } = await dataOf(ada.client.getConfig())
  const offered = Object.entries(reportOptions).flatMap(([type, categories]) =>
    Object.entries(categories).flatMap(([category, reasons]) => reasons.map((reason) => ({ type, category, reason }))),
  )
  const { contentId, ...wanted } = aUserReportRequest(eve.id)
  expect(offered).toContainEqual(wanted)
  // Clients display the text of each category and reason.
  expect(offered.filter(({ category, reason }) => !reportCategories[category] || !reportReasons[reason])).toEqual([])

  const body = { ...wanted, contentId, description: 'Sells things.', details: { userInSameInstance: true } }
  const made = await dataOf(ada.client.submitModerationReport({ body }))
  expect(made).toMatchObject({ ...wanted, contentId, description: 'Sells things.', evidenceRequired: false })
  const query = { reportingUserId: ada.id, status: 'open', n: 10 }
  expect(await dataOf(admin.client.getModerationReports({ query }))).toEqual({
    ...{ results: [made], totalCount: 1, hasNext: false },
  })
  const path = { moderationReportId: made.id }
  expect(await sdkRefusal(ada.client.deleteModerationReport({ path }))).toMatchObject({ status: 403 })
  expect(await dataOf(admin.client.deleteModerationReport({ path }))).toEqual({ success: true })
  expect(await dataOf(admin.client.getModerationReports({ query }))).toMatchObject({ results: [], totalCount: 0 })
  expect(methodsOf(reports).filter((name) => !sdk.called.has(name))).toEqual([])
})
