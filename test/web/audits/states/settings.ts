import { SECTIONS } from '../../../../src/web/pages/settings/sections.ts'
import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, NOTHING, type PageState } from '../pageState.ts'
import { withReports } from '../reports.ts'

const OWN = '{ viewer { profileThemes { id } } }'
const CREATE = 'mutation C($input: CreateProfileThemeInput!) { createProfileTheme(input: $input) { theme { id } } }'
const WEAR = 'mutation W($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id } } }'

const THEMES = [
  { name: 'Sea', buttonColor: '#064b5c', iconColor: '#2f7d95', subtextColor: '#757b85' },
  { name: 'Illegible', buttonColor: '#ffe600', iconColor: '#fffbe0', subtextColor: '#232323' },
]

/** Gives Ada themes, of which she wears the first, unless she has some. */
async function withThemes({ ada }: DemoSite): Promise<void> {
  const { viewer } = Object(await ada.run(OWN))
  if (viewer.profileThemes.length > 0) return
  const made: string[] = []
  for (const input of THEMES) made.push(Object(await ada.run(CREATE, { input })).createProfileTheme.theme.id)
  await ada.run(WEAR, { input: { themeId: made[0] } })
}

export const settingsStates: readonly PageState[] = [
  ...SECTIONS.map((section) => at('ada', `settings-${section}`, `/settings/${section}`)),
  ...(['themes', 'badges', 'blocked', 'notes', 'reports'] as const).map((section) =>
    at('newcomer', `settings-${section}-empty`, `/settings/${section}`),
  ),
  at('ada', 'settings-themes-worn', async (site) => {
    await withThemes(site)
    return '/settings/themes'
  }),
  at('ada', 'own-profile-theme', async (site) => {
    await withThemes(site)
    return `/people/${site.ada.id}`
  }),
  at('ada', 'settings-theme-new', '/settings/themes', async (page) => {
    await page.getByRole('button', { name: 'New theme' }).click()
    await dialogOpens(page)
  }),
  at('ada', 'settings-reports-sent', async (site) => {
    await withReports(site)
    return '/settings/reports'
  }),
  at('ada', 'settings-notes-nothing', `/settings/notes?search=${NOTHING}`),
  at('ada', 'settings-note-edit', '/settings/notes', async (page) => {
    await page
      .getByRole('button', { name: /^Change the note/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Save' }).waitFor()
  }),
  at('ada', 'settings-remove-all', '/settings/blocked', async (page) => {
    await page.getByRole('button', { name: 'Remove all' }).click()
    await dialogOpens(page)
  }),
]
