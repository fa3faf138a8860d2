import { WORLD_SECTIONS } from '../../../../src/web/pages/worldEdit/sections.ts'
import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, type PageState } from '../pageState.ts'

/** Id of a world of Ada's that everybody can find. */
async function ownWorld({ ada }: DemoSite): Promise<string> {
  const list = 'worlds(first: 1, filter: { releaseStatus: PUBLIC }, sort: CREATED_AT)'
  const { viewer } = Object(await ada.run(`{ viewer { ${list} { nodes { id } } } }`))
  return String(viewer.worlds.nodes[0].id)
}

const editOf = (section: string) => async (site: DemoSite) => `/worlds/${await ownWorld(site)}/edit/${section}`

export const ownWorldsStates: readonly PageState[] = [
  at('ada', 'own-worlds', '/worlds?list=own'),
  at('newcomer', 'own-worlds-empty', '/worlds?list=own'),
  at('ada', 'own-world', async (site) => `/worlds/${await ownWorld(site)}`),
  at('newcomer', 'new-world', '/worlds/new'),
  at('newcomer', 'new-world-refused', '/worlds/new', async (page) => {
    await page.getByRole('button', { name: 'Create world' }).click()
    await page.getByText('Choose a picture.').waitFor()
  }),
  ...WORLD_SECTIONS.map((section) => at('ada', `own-world-${section}`, editOf(section))),
  at('ada', 'own-world-delete', editOf('deletion'), async (page) => {
    await page.getByRole('button', { name: 'Delete world' }).click()
    await dialogOpens(page)
  }),
  at('newcomer', 'own-world-of-others', editOf('details')),
]
