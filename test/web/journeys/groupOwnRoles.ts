import type { Page } from 'playwright-core'
import { assert, createRole, membershipOf } from '../acts/groupManage.ts'
import { aFounder, createGroup, type JourneyGroup, joinGroup } from '../acts/groups.ts'
import { seesSoon } from '../delays.ts'
import { beforeMutation } from '../graphRoutes.ts'
import { type Journey, journey } from '../journey.ts'
import type { Person } from '../people.ts'

const UPDATE_ROLE = 'mutation U($input: UpdateGroupRoleInput!) { updateGroupRole(input: $input) { groupRole { id } } }'

const changeRole = (owner: Person, roleId: string, change: Readonly<Record<string, unknown>>) =>
  owner.run(UPDATE_ROLE, { input: { roleId, ...change } })

async function rolesOf(owner: Person, group: JourneyGroup, person: Person): Promise<string> {
  const { roles = [] } = (await membershipOf(owner, group, person)) ?? {}
  return roles.map(({ name }) => name).join()
}

const choices = (page: Page) => page.getByRole('region', { name: 'Roles to choose' })
const choice = (page: Page, name: string) => choices(page).getByRole('checkbox', { name })

export const groupOwnRolesJourneys: readonly Journey[] = [
  journey('members take and return roles by themselves, unless a role is closed meanwhile', async (stage) => {
    const [owner, member] = [await aFounder(stage), await stage.aPerson()]
    const group = await createGroup(owner, { roleTemplate: 'MANAGED_FREE' })
    await joinGroup(member, group)
    const roleId = await createRole(owner, group, { name: 'Rower', permissions: [] })
    const page = await stage.openTab(member)
    await page.goto(`/groups/${group.id}`)
    await page.getByText('Member since', { exact: false }).waitFor()
    assert((await choices(page).count()) === 0, 'roles are offered that nobody can take')
    const open = () => changeRole(owner, roleId, { isSelfAssignable: true })
    await seesSoon({ act: 'a role that is opened', run: open, seen: choice(page, 'Rower') })
    await choice(page, 'Rower').press('Space')
    await choice(page, 'Rower').and(page.locator(':checked')).waitFor()
    assert((await rolesOf(owner, group, member)) === 'Member,Rower', 'the role was not taken')
    await page.reload()
    await choice(page, 'Rower').and(page.locator(':checked')).click()
    await choice(page, 'Rower').and(page.locator(':not(:checked)')).waitFor()
    assert((await rolesOf(owner, group, member)) === 'Member', 'the role was not returned')

    const close = () => changeRole(owner, roleId, { isSelfAssignable: false })
    const mend = await beforeMutation(page, 'TakeOwnGroupRole', close)
    await choice(page, 'Rower').click()
    await page.getByText('Your roles in this group do not allow this.').waitFor()
    await choices(page).waitFor({ state: 'detached' })
    await mend()
    assert((await rolesOf(owner, group, member)) === 'Member', 'a closed role was taken')
    await changeRole(owner, roleId, { isSelfAssignable: true, requiresTwoFactor: true })
    await choices(page).getByText('set up an authenticator app', { exact: false }).waitFor()
    assert(await choice(page, 'Rower').isDisabled(), 'a role is offered that needs a second factor')
    const stranger = await stage.openTab(await stage.aPerson())
    await stranger.goto(`/groups/${group.id}`)
    await stranger.getByRole('button', { name: `Join: ${group.name}` }).waitFor()
    assert((await choices(stranger).count()) === 0, 'a stranger is offered roles')
  }),
]
