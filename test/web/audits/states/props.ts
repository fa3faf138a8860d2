import type { Page } from 'playwright-core'
import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, type PageState } from '../pageState.ts'

const PROPS = '{ viewer { props(first: 20) { nodes { id name isPublic packages { platform } } } } }'

/** Id of a prop of Ada's with bundles that everybody can see, or that only she can. */
async function ownProp({ ada }: DemoSite, isPublic: boolean): Promise<string> {
  const { viewer } = Object(await ada.run(PROPS))
  const nodes: { id: string; isPublic: boolean; packages: unknown[] }[] = viewer.props.nodes
  return nodes.find((one) => one.isPublic === isPublic && one.packages.length > 0)?.id ?? ''
}

const own = async (site: DemoSite) => `/props/${await ownProp(site, true)}`
const edit = (isPublic: boolean) => async (site: DemoSite) => `/props/${await ownProp(site, isPublic)}/edit`

/** A prop of the platform, which has no bundle. */
async function bare({ app }: DemoSite): Promise<string> {
  const where = { releaseStatus: 'public', packages: { none: {} } }
  const { id } = await app.scope().db.prop.findFirstOrThrow({ where, select: { id: true } })
  return `/props/${id}`
}

const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await dialogOpens(page)
}

export const propsStates: readonly PageState[] = [
  at('ada', 'props', '/props'),
  at('newcomer', 'props-empty', '/props'),
  at('ada', 'prop-own', own),
  at('newcomer', 'prop-other', own),
  at('ada', 'prop-bare', bare),
  at('newcomer', 'prop-report', own, press('Report')),
  at('ada', 'prop-unknown', '/props/prop_00000000-0000-4000-8000-00000000ffff'),
  at('ada', 'prop-edit', edit(true)),
  at('ada', 'prop-edit-private', edit(false)),
  at('ada', 'prop-edit-refused', edit(true), async (page) => {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(' ')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator('[aria-invalid=true]')).waitFor()
  }),
  at('ada', 'prop-bundle-refused', edit(true), async (page) => {
    await page.getByRole('button', { name: 'Add or replace' }).click()
    await page.getByText('Confirm this, so that it can be uploaded.').waitFor()
  }),
  at('ada', 'prop-unpublish', edit(true), press('Make private')),
  at('ada', 'prop-delete', edit(true), press('Delete')),
  at('newcomer', 'prop-of-others', edit(true)),
  at('newcomer', 'prop-new', '/props/new'),
  at('newcomer', 'prop-new-refused', '/props/new', async (page) => {
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Confirm this, so that it can be uploaded.').waitFor()
  }),
]
