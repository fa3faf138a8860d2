import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, type PageState } from '../pageState.ts'
import { reportedId, withReports } from '../reports.ts'

/** The page about what is reported, of which reports are open. */
async function reportedPath(site: DemoSite): Promise<string> {
  await withReports(site)
  return `/console/reports/${await reportedId(site)}`
}

const after = (prepare: (site: DemoSite) => Promise<void>, path: string) => async (site: DemoSite) => {
  await prepare(site)
  return path
}

export const consoleReportsStates: readonly PageState[] = [
  at('admin', 'console-reports', after(withReports, '/console/reports')),
  at('admin', 'console-reports-list', after(withReports, '/console/reports/list')),
  at('admin', 'console-reports-list-narrowed', ({ known }) => `/console/reports/list?authorId=${known.friend}&age=7`),
  at('admin', 'console-report', reportedPath),
  at('admin', 'console-report-close', reportedPath, async (page) => {
    await page.getByRole('button', { name: 'Close all reports' }).click()
    await dialogOpens(page)
  }),
  at('admin', 'console-appeals', '/console/appeals'),
  at('admin', 'console-people', '/console/people'),
  at('admin', 'console-people-nobody', '/console/people?q=zzzznothing'),
  ...(['overview', 'security', 'reports', 'content', 'groups'] as const).map((tab) =>
    at('admin', `console-person-${tab}`, ({ known }) => `/console/people/${known.friend}?tab=${tab}`),
  ),
]
