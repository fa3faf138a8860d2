import type { DemoSite } from './demoSite.ts'

const OWN = '{ viewer { reports(first: 1) { nodes { id } } } }'
const REPORT =
  'mutation R($input: SubmitModerationReportInput!) { submitModerationReport(input: $input) { report { id } } }'

/** Lets Ada report two people, one of whom an admin has looked at, unless she has reported some. */
export async function withReports({ ada, known, app }: DemoSite): Promise<void> {
  const { viewer } = Object(await ada.run(OWN))
  if (viewer.reports.nodes.length > 0) return
  for (const contentId of [known.friend, known.stranger]) {
    const input = { type: 'user', contentId, category: 'behavior', reason: 'spam', description: 'Floods the chat.' }
    await ada.run(REPORT, { input })
  }
  const { db, now } = app.scope()
  const closed = { status: 'closed', openKey: null, closeReason: 'We have talked to them.', closedAt: now }
  await db.moderationReport.updateMany({ where: { contentId: known.friend }, data: closed })
}

/** The id of what an open report is about; Ada reports a stranger if there is none. */
export async function reportedId({ ada, known, app }: DemoSite): Promise<string> {
  const { db } = app.scope()
  const found = await db.reportSubject.findFirst({ orderBy: { newestAt: 'desc' } })
  if (found) return found.contentId
  const input = { type: 'user', contentId: known.stranger, category: 'behavior', reason: 'spam' }
  await ada.run(REPORT, { input })
  return known.stranger
}
