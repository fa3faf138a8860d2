import type { Page } from 'playwright-core'
import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, NOTHING, type PageState } from '../pageState.ts'

const CODES = `{
  viewer {
    groups(first: 50) {
      edges { node { id shortCode galleries(first: 2) { edges { node { id images(first: 2, isApproved: true) { edges { node { id } } } } } } } }
    }
  }
  groups(first: 50) { edges { node { id shortCode } } }
}`

interface DemoGroup {
  readonly id: string
  readonly shortCode: string
}

/** A group of the demo that Ada is in, or that everybody finds, with its galleries if she is in it. */
async function groupOf({ ada }: Pick<DemoSite, 'ada'>, code: string) {
  const { viewer, groups } = Object(await ada.run(CODES))
  const edges: readonly { readonly node: DemoGroup }[] = [...viewer.groups.edges, ...groups.edges]
  const found = edges.find(({ node }) => node.shortCode === code)
  if (!found) throw new Error(`the demo has no group ${code}`)
  return Object(found.node)
}

const ofGroup =
  (code: string, rest = '') =>
  async (site: DemoSite) =>
    `/groups/${(await groupOf(site, code)).id}${rest}`

async function galleryPath(site: DemoSite, code: string, isLarge = false): Promise<string> {
  const { id, galleries } = await groupOf(site, code)
  const gallery = galleries.edges[0].node
  const picture = isLarge ? `&picture=${gallery.images.edges[0].node.id}` : ''
  return `/groups/${id}?tab=galleries&gallery=${gallery.id}${picture}`
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await dialogOpens(page)
}

const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menu').waitFor()
}

const chooseInMenu = (name: string) => async (page: Page) => {
  await openMenu(page)
  await page.getByRole('menuitem', { name }).click()
  await dialogOpens(page)
}

async function refuseNewGroup(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('x')
  await page.getByRole('button', { name: 'Create the group' }).click()
  await page.getByText('3 to 6 letters from A to Z or digits.', { exact: true }).first().waitFor()
}

const listStates: readonly PageState[] = [
  at('ada', 'groups', '/groups'),
  at('newcomer', 'groups-empty', '/groups'),
  at('ada', 'groups-discover', '/groups?tab=discover'),
  at('ada', 'groups-nothing', `/groups?tab=discover&search=${NOTHING}`),
  at('newcomer', 'groups-invites-empty', '/groups?tab=invites'),
  at('ada', 'groups-invites', '/groups?tab=invites'),
  at('ada', 'group-new', '/groups/new'),
  at('ada', 'group-new-refused', '/groups/new', refuseNewGroup),
  at('newcomer', 'group-new-cannot', '/groups/new'),
]

const pageStates: readonly PageState[] = [
  at('ada', 'group', ofGroup('ENGINE')),
  at('newcomer', 'group-guest', ofGroup('ENGINE')),
  at('newcomer', 'group-open', ofGroup('TEA')),
  at('newcomer', 'group-store', ofGroup('HOBBY')),
  at('newcomer', 'group-closed', ofGroup('HERO')),
  at('newcomer', 'group-private', ofGroup('QUIET', '?tab=posts')),
  at('ada', 'group-unknown', '/groups/grp_00000000-0000-4000-8000-00000000ffff'),
  at('ada', 'group-own-roles', ofGroup('NIGHT')),
  at('ada', 'group-menu', ofGroup('NIGHT'), openMenu),
  at('ada', 'group-leave', ofGroup('NIGHT'), chooseInMenu('Leave')),
  at('newcomer', 'group-block', ofGroup('TEA'), chooseInMenu('Block')),
  at('ada', 'group-report', ofGroup('NIGHT'), chooseInMenu('Report')),
  at('ada', 'group-posts', ofGroup('ENGINE', '?tab=posts')),
  at('newcomer', 'group-posts-guest', ofGroup('ENGINE', '?tab=posts')),
  at('ada', 'group-post-new', ofGroup('ENGINE', '?tab=posts'), press('Write a post')),
  at('ada', 'group-post-edit', ofGroup('ENGINE', '?tab=posts'), press(/^Change: /)),
  at('ada', 'group-members', ofGroup('ENGINE', '?tab=members')),
  at('ada', 'group-members-nobody', ofGroup('ENGINE', `?tab=members&search=${NOTHING}`)),
  at('newcomer', 'group-members-guest', ofGroup('ENGINE', '?tab=members')),
  at('ada', 'group-galleries', ofGroup('ENGINE', '?tab=galleries')),
  at('ada', 'group-gallery', (site) => galleryPath(site, 'ENGINE')),
  at('ada', 'group-gallery-member', (site) => galleryPath(site, 'NIGHT')),
  at('ada', 'group-gallery-new', ofGroup('ENGINE', '?tab=galleries'), press('New gallery')),
  at('ada', 'group-gallery-edit', (site) => galleryPath(site, 'ENGINE'), press('Change the gallery')),
  at('ada', 'group-picture', (site) => galleryPath(site, 'ENGINE', true), dialogOpens),
  at('ada', 'group-events', ofGroup('ENGINE', '?tab=events')),
  at('ada', 'group-instances', ofGroup('ENGINE', '?tab=instances')),
]

/** The groups, and the page of one. */
export const groupsStates: readonly PageState[] = [...listStates, ...pageStates]
