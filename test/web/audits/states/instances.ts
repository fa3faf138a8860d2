import type { Page } from 'playwright-core'
import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, type PageState } from '../pageState.ts'

const pathOf = (location: unknown) => `/instances/${encodeURIComponent(String(location))}`

/** An instance of the demo with people in it. */
async function busyInstance({ ada, known: { world } }: DemoSite): Promise<string> {
  const found = Object(await ada.run(`{ world(id: "${world}") { instances(first: 1) { nodes { id } } } }`))
  return pathOf(found.world.instances.nodes[0].id)
}

const CREATE = 'mutation C($input: CreateInstanceInput!) { createInstance(input: $input) { instance { id } } }'

const instanceOf =
  (type: 'PUBLIC' | 'PRIVATE') =>
  async ({ ada, known: { world } }: DemoSite): Promise<string> => {
    const input = { worldId: world, type, displayName: 'Quiz night', queueEnabled: true, region: 'EU' }
    const { createInstance } = Object(await ada.run(CREATE, { input }))
    return pathOf(createInstance.instance.id)
  }

const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'New instance' }).click()
  await dialogOpens(page)
}

const worldPath = ({ known: { world } }: DemoSite) => `/worlds/${world}`

export const instancesStates: readonly PageState[] = [
  at('ada', 'instance', busyInstance),
  at('ada', 'instance-own', instanceOf('PUBLIC')),
  at('newcomer', 'instance-hidden', instanceOf('PRIVATE')),
  at('ada', 'instance-unknown', '/instances/nosuchname'),
  at('ada', 'instance-new', worldPath, openForm),
  at('ada', 'instance-new-group', worldPath, async (page) => {
    await openForm(page)
    await page.getByRole('radio', { name: 'Group', exact: true }).check()
    await page.getByRole('combobox', { name: 'Group' }).press('ArrowDown')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: 'Members', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Create instance' }).scrollIntoViewIfNeeded()
  }),
  at('ada', 'instance-close', instanceOf('PUBLIC'), async (page) => {
    await page.getByRole('button', { name: 'Close the instance' }).click()
    await dialogOpens(page)
  }),
]
