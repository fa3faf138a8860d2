import { trusted } from '../../../../src/kernel/ids.ts'
import { aJam, aSubmission } from '../../../support/jams.ts'
import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, type PageState } from '../pageState.ts'

/** The page of a new jam that is judged, with entries, which admins hold. */
async function judgedJam({ app, ada }: DemoSite): Promise<string> {
  const submitter = { id: trusted<'user'>(ada.id) }
  const jamId = await aJam(app, 'judged', { title: 'Worlds of glass' })
  const worlds = await app.scope().db.world.findMany({ where: { releaseStatus: 'public' }, take: 2 })
  for (const [place, { id: contentId }] of worlds.entries())
    await aSubmission(app, jamId, submitter, { contentId, ratingScore: 90 - place, rank: place === 0 ? 1 : null })
  return `/console/jams/${jamId}`
}

export const consoleJamsStates: readonly PageState[] = [
  at('admin', 'console-jams', '/console/jams'),
  at('admin', 'console-jams-none', '/console/jams?state=UPCOMING&type=AVATAR'),
  at('admin', 'console-jams-new', '/console/jams/new', async (page) => {
    await page.getByLabel('Only new work can enter').check({ force: true })
    await page.getByRole('button', { name: 'Create the jam' }).click()
    await page.locator('.mantine-InputWrapper-error').first().waitFor()
  }),
  at('admin', 'console-jam', judgedJam),
  at('admin', 'console-jam-close', judgedJam, async (page) => {
    await page.getByRole('button', { name: 'Close the jam', exact: true }).click()
    await dialogOpens(page)
  }),
  at('admin', 'console-jam-draft', async ({ app }) => `/console/jams/${await aJam(app, 'draft')}`),
]
