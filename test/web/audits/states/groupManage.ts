import type { Page } from 'playwright-core'
import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, NOTHING, type PageState } from '../pageState.ts'

const OWN = '{ viewer { groups(first: 30) { nodes { id shortCode roles(first: 50) { nodes { id kind } } } } } }'

interface DemoGroup {
  readonly id: string
  readonly roles: { readonly nodes: readonly { readonly id: string; readonly kind: string }[] }
}

/** A group that Ada is a member of: by default the one that she owns. */
async function groupOf({ ada }: DemoSite, shortCode = 'ENGINE'): Promise<DemoGroup> {
  const { viewer } = Object(await ada.run(OWN))
  return viewer.groups.nodes.find((group: { shortCode: string }) => group.shortCode === shortCode)
}

const section =
  (path: string, shortCode?: string): PageState['path'] =>
  async (site) =>
    `/groups/${(await groupOf(site, shortCode)).id}/manage/${path}`

/** A role of Ada's group in its editor. */
const role =
  (isChosen: (found: { readonly kind: string }) => boolean): PageState['path'] =>
  async (site) => {
    const { id, roles } = await groupOf(site)
    return `/groups/${id}/manage/roles?role=${roles.nodes.find(isChosen)?.id}`
  }

async function chooseForMember(page: Page, act: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Manage / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: act }).click()
  await dialogOpens(page)
}

export const groupManageStates: readonly PageState[] = [
  at('ada', 'manage-details', section('details')),
  at('ada', 'manage-details-refused', section('details'), async (page) => {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('A')
    await page.getByLabel('Link 1', { exact: true }).fill('no address')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Use 3 or more characters.').waitFor()
  }),
  at('ada', 'manage-members', section('members')),
  at('ada', 'manage-members-nobody', section(`members?search=${NOTHING}`)),
  at('ada', 'manage-member-menu', section('members'), async (page) => {
    await page
      .getByRole('button', { name: /^Manage / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Roles' }).waitFor()
  }),
  at('ada', 'manage-member-roles', section('members'), (page) => chooseForMember(page, 'Roles')),
  at('ada', 'manage-member-notes', section('members'), (page) => chooseForMember(page, 'Notes')),
  at('ada', 'manage-member-ban', section('members'), (page) => chooseForMember(page, 'Ban')),
  at('ada', 'manage-roles', section('roles')),
  at(
    'ada',
    'manage-role',
    role(({ kind }) => kind !== 'OWNER' && kind !== 'EVERYONE'),
  ),
  at(
    'ada',
    'manage-role-owner',
    role(({ kind }) => kind === 'OWNER'),
  ),
  at(
    'ada',
    'manage-role-everyone',
    role(({ kind }) => kind === 'EVERYONE'),
  ),
  at('ada', 'manage-role-new', section('roles?role=new')),
  at('ada', 'manage-role-gone', section('roles?role=grol_00000000-0000-4000-8000-000000000000')),
  at('ada', 'manage-requests', section('requests')),
  at('ada', 'manage-invites', section('invites')),
  at('ada', 'manage-invites-found', section('invites?search=gr')),
  at('ada', 'manage-bans', section('bans')),
  at('ada', 'manage-bans-nobody', section(`bans?search=${NOTHING}`)),
  at('ada', 'manage-audit-log', section('audit-log')),
  at('ada', 'manage-audit-log-filtered', section('audit-log?from=2000-01-01&to=2000-01-02&types=%5B%22UPDATE%22%5D')),
  at('ada', 'manage-ownership', section('ownership')),
  at('ada', 'manage-delete', section('ownership'), async (page) => {
    await page.getByRole('button', { name: 'Delete this group' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete this group' }).click()
    await page.getByText('This is not the name of the group.').waitFor()
  }),
  at('ada', 'manage-not-allowed', section('details', 'MOTH')),
  at('newcomer', 'manage-unknown', '/groups/grp_00000000-0000-4000-8000-000000000000/manage/details'),
]
